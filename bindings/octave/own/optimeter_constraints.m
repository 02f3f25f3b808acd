function g = optimeter_constraints(problem, x)
% Constraint values of a point or of n points; feasible is <= 0.
g = optimeter_call('constraints', problem, x);
end
