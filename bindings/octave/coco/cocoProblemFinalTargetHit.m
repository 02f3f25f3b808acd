function flag = cocoProblemFinalTargetHit(problem)
% 1 if the final target was reached, else 0.
flag = optimeter_call('cocoProblemFinalTargetHit', problem);
end
