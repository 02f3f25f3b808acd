function flag = cocoProblemIsValid(problem)
% Whether this is a problem that was not given back.
flag = optimeter_call('cocoProblemIsValid', problem);
end
