function value = cocoProblemGetBestValue(problem)
% The optimal value.
value = optimeter_call('cocoProblemGetBestValue', problem);
end
