function optimeter_limit(problem, evaluations, varargin)
% Let evaluations beyond a number raise the error optimeter:stopped.
%
% With a third argument true, evaluations after the final target raise it, too.
optimeter_call('limit', problem, evaluations, varargin{:});
end
