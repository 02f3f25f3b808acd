function optimeter_recommend(problem, x)
% Record a point as the present recommendation; it is not counted.
optimeter_call('recommend', problem, x);
end
