function suite = optimeter_suite(name, varargin)
% A suite of problems.
%
% Options, as pairs of a name and a value:
%
%   functions   numbers, [] is not accepted; by default all
%   dimensions  numbers; by default the published ones, others are possible
%   instances   numbers, in this order, repetitions kept; by default the usual ones
%   year        the instances of that year's workshop, instead
%   noise       'independent': a stream of its own for each noisy problem; 'coco': COCO's numbers
%
% Example: suite = optimeter_suite('bbob', 'dimensions', [2 5], 'functions', 1:5);
suite = optimeter_call('suite', name, varargin{:});
end
