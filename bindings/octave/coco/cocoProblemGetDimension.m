function dim = cocoProblemGetDimension(problem)
% The number of variables.
dim = optimeter_call('cocoProblemGetDimension', problem);
end
