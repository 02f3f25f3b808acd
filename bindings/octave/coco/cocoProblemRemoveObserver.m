function unobsproblem = cocoProblemRemoveObserver(problem, observer)
% The problem without its observer, whose record is complete.
unobsproblem = optimeter_call('cocoProblemRemoveObserver', problem, observer);
end
