function optimeter_free(handle)
% Give back a problem (its record is then complete), a suite or an observer.
optimeter_call('free', handle);
end
