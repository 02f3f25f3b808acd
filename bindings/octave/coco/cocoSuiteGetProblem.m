function problem = cocoSuiteGetProblem(suite, problem_index)
% The problem with an index from 0; 0 if it was filtered out.
problem = optimeter_call('cocoSuiteGetProblem', suite, problem_index);
end
