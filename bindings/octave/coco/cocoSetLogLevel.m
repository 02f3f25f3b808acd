function ll = cocoSetLogLevel(log_level)
% Set the level of messages: error, warning, info or debug; returns the one before.
ll = optimeter_call('cocoSetLogLevel', log_level);
end
