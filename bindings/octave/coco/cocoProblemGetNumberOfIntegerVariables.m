function nIntVar = cocoProblemGetNumberOfIntegerVariables(problem)
% How many of the variables, the first ones, are integers.
nIntVar = optimeter_call('cocoProblemGetNumberOfIntegerVariables', problem);
end
