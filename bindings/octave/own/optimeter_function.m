function f = optimeter_function(problem)
% A function handle that evaluates the problem, for any optimizer.
f = @(x) optimeter_call(problem, x);
end
