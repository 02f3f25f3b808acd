function cocoProblemFree(problem)
% Give back a problem; its record is then complete.
optimeter_call('cocoProblemFree', problem);
end
