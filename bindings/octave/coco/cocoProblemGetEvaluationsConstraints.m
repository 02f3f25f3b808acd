function count = cocoProblemGetEvaluationsConstraints(problem)
% The number of evaluations of the constraints.
count = optimeter_call('cocoProblemGetEvaluationsConstraints', problem);
end
