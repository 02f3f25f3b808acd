function state = optimeter_state(problem)
% Counters and best value of a problem: a struct.
state = optimeter_call('state', problem);
end
