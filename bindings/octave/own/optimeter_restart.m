function optimeter_restart(problem)
% Say that the optimizer restarts.
optimeter_call('restart', problem);
end
