function optimeter_observe(observer, problem)
% Record the problem from now on.
optimeter_call('observe', observer, problem);
end
