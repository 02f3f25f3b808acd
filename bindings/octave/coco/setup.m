% Builds optimeter_call, the compiled function behind coco*.m and optimeter_*.m, where it is missing.
% Works in Octave and in Matlab; it needs a C compiler and the installed libraries of Optimeter.
if exist('optimeter_call') == 3
    disp('optimeter_call is ready');
else
    setup_here = fileparts(which('optimeter_suite'));
    setup_prefix = fileparts(fileparts(fileparts(setup_here)));
    setup_sources = strcat(fullfile(setup_here, 'src', filesep), ...
        {'optimeter_call.c', 'own_calls.c', 'coco_calls.c', 'values.c'});
    setup_libraries = strcat(fullfile(setup_prefix, 'lib', filesep), {'libcoco.a', 'liboptimeter.a'});
    mex(['-I' fullfile(setup_prefix, 'include')], '-output', ...
        fullfile(setup_here, ['optimeter_call.' mexext()]), ...
        setup_sources{:}, setup_libraries{:}, '-lstdc++', '-lm');
    clear setup_here setup_prefix setup_sources setup_libraries
end
