function varargout = cocoCall(varargin)
% Call a function of COCO by its name, however it is capitalised: cocoCall('cocoSuite', ...).
[varargout{1:nargout}] = optimeter_call('cocoCall', varargin{:});
end
