function cocoRecommendSolution(problem, x)
% Record a point as the present recommendation.
optimeter_call('cocoRecommendSolution', problem, x);
end
