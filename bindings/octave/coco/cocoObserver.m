function observer = cocoObserver(observer_name, observer_options)
% An observer that records runs; 0 for no_observer.
observer = optimeter_call('cocoObserver', observer_name, observer_options);
end
