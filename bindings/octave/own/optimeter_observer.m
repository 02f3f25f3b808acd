function observer = optimeter_observer(folder, varargin)
% An observer that records runs into a new folder.
%
% Options, as pairs of a name and a value: 'format' ('coco', the default, or 'ioh'),
% 'algorithm', 'info' and all others of that format; a list of words is a cell array.
% 'trigger' is a name or a cell such as {'each', 10, 0}.
%
% Example: observer = optimeter_observer ('exdata/mine', 'algorithm', 'my optimizer');
observer = optimeter_call('observer', folder, varargin{:});
end
