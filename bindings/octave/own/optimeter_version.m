function text = optimeter_version
% The release of Optimeter.
text = optimeter_call('version');
end
