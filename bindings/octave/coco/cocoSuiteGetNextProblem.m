function problem = cocoSuiteGetNextProblem(suite, observer)
% The next problem of a suite, observed unless the observer is 0; 0 at the end.
problem = optimeter_call('cocoSuiteGetNextProblem', suite, observer);
end
