function y = cocoEvaluateFunction(problem, x)
% The objectives of a point.
y = optimeter_call('cocoEvaluateFunction', problem, x);
end
