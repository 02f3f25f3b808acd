function count = cocoProblemGetEvaluations(problem)
% The number of evaluations of the objectives.
count = optimeter_call('cocoProblemGetEvaluations', problem);
end
