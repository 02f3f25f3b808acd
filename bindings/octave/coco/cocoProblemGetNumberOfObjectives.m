function nObj = cocoProblemGetNumberOfObjectives(problem)
% The number of objectives.
nObj = optimeter_call('cocoProblemGetNumberOfObjectives', problem);
end
