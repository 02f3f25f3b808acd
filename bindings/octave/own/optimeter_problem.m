function problem = optimeter_problem(suite, varargin)
% A new problem, with counters at zero.
%
%   optimeter_problem(suite, k)                              the k-th of a suite, from 1
%   optimeter_problem(suite, function, dimension, instance)  the one with these numbers
%   optimeter_problem('bbob', 8, 7, 1)                       without a suite, any dimension
problem = optimeter_call('problem', suite, varargin{:});
end
