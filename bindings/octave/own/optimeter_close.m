function optimeter_close(observer)
% End all recordings; raises if a file could not be written.
optimeter_call('close', observer);
end
