function lb = cocoProblemGetSmallestValuesOfInterest(problem)
% The lower bounds of the region of interest.
lb = optimeter_call('cocoProblemGetSmallestValuesOfInterest', problem);
end
