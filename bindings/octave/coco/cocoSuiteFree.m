function cocoSuiteFree(suite)
% Give back a suite with its current problem, whose record is then complete.
optimeter_call('cocoSuiteFree', suite);
end
