function cocoObserverFree(observer)
% Give back an observer.
optimeter_call('cocoObserverFree', observer);
end
