function [c, ceq] = cons(problem, x)
% Constraint values of a point as fmincon takes them: inequalities, and no equalities.
c = cocoEvaluateConstraint(problem, x);
ceq = [];
end
