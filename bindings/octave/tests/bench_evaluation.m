function bench_evaluation(keys)
% Prints the time of one evaluation of each (function, dimension), and of an empty call.
calls = 2000;
for row = 1:rows(keys)
    problem = optimeter_problem('bbob', keys(row, 1), keys(row, 2), 1);
    x = 0.25 * ones(1, keys(row, 2));
    best = [Inf Inf];
    for round = 1:10
        begin = cputime();
        for k = 1:calls
            y = optimeter_call(problem, x);
        end
        best(1) = min(best(1), cputime() - begin);
        begin = cputime();
        for k = 1:calls
            empty_call(problem, x);
        end
        best(2) = min(best(2), cputime() - begin);
    end
    best = best / calls * 1e9;
    printf('octave %d %d %.1f\noctave-empty %d %d %.1f\n', keys(row, :), best(1), keys(row, :), best(2));
    optimeter_free(problem);
end
end
