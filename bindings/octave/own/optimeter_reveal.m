function [f, x] = optimeter_reveal(problem)
% The optimum; a record notes that it was looked at.
[f, x] = optimeter_call('reveal', problem);
end
