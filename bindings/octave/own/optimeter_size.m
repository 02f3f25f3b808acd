function n = optimeter_size(suite)
% The number of problems of a suite.
n = optimeter_call('size', suite);
end
