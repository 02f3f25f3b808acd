function obsproblem = cocoProblemAddObserver(problem, observer)
% The observed problem, which takes the place of the one given.
obsproblem = optimeter_call('cocoProblemAddObserver', problem, observer);
end
