function optimeter_reseed(problem, seed)
% Begin a new stream of noise.
optimeter_call('reseed', problem, seed);
end
