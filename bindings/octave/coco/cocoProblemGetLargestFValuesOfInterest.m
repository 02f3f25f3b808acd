function ub = cocoProblemGetLargestFValuesOfInterest(problem)
% The nadir point of a problem with several objectives.
ub = optimeter_call('cocoProblemGetLargestFValuesOfInterest', problem);
end
