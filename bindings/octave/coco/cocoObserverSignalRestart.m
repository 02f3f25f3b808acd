function cocoObserverSignalRestart(observer, problem)
% Say that the optimizer restarts.
optimeter_call('cocoObserverSignalRestart', observer, problem);
end
