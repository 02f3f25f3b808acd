function name = cocoProblemGetName(problem)
% The name in words.
name = optimeter_call('cocoProblemGetName', problem);
end
