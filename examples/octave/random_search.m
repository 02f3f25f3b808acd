% Random search on a part of the suite bbob, recorded in COCO's format.
% octave --path PREFIX/share/optimeter/octave random_search.m
observer = optimeter_observer('exdata/random-octave', 'algorithm', 'random search');
suite = optimeter_suite('bbob', 'dimensions', [2 5], 'instances', 1:3);
for k = 1:optimeter_size(suite)
    problem = optimeter_problem(suite, k);
    optimeter_observe(observer, problem);
    info = optimeter_info(problem);
    width = info.upper_bounds - info.lower_bounds;
    points = info.lower_bounds + width .* rand(100 * info.dimension, info.dimension);
    optimeter_evaluate(problem, points);  % all at once; the record is the same as one by one
    optimeter_free(problem);
end
fprintf('%d problems recorded in %s\n', optimeter_size(suite), optimeter_folder(observer));
optimeter_free(suite);
optimeter_close(observer);
