function x = cocoProblemGetInitialSolution(problem)
% The first point to try.
x = optimeter_call('cocoProblemGetInitialSolution', problem);
end
