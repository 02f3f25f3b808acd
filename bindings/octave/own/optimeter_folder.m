function folder = optimeter_folder(observer)
% The folder that an observer writes to.
folder = optimeter_call('folder', observer);
end
