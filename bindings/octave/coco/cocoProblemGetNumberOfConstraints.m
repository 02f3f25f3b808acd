function nCon = cocoProblemGetNumberOfConstraints(problem)
% The number of constraints.
nCon = optimeter_call('cocoProblemGetNumberOfConstraints', problem);
end
