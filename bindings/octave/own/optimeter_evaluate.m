function y = optimeter_evaluate(problem, x)
% Evaluate a point, giving a row of objectives, or n points (n x d), giving n rows.
%
% In a loop, optimeter_function(problem) is a faster way to the same values.
y = optimeter_call('evaluate', problem, x);
end
