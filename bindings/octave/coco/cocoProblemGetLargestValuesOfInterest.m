function ub = cocoProblemGetLargestValuesOfInterest(problem)
% The upper bounds of the region of interest.
ub = optimeter_call('cocoProblemGetLargestValuesOfInterest', problem);
end
