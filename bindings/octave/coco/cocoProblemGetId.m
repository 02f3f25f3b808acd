function id = cocoProblemGetId(problem)
% The identifier.
id = optimeter_call('cocoProblemGetId', problem);
end
