function info = optimeter_info(problem)
% What a problem is: a struct with id, dimension, bounds, initial solution and more.
info = optimeter_call('info', problem);
end
