function y = cocoEvaluateConstraint(problem, x)
% The constraints of a point; feasible is <= 0.
y = optimeter_call('cocoEvaluateConstraint', problem, x);
end
