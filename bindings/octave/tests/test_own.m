% The calls of our own: values, counters, options, and wrong calls that leave the session alive.
1;

function check(condition, what)
    if ~condition
        error('test:failed', '%s', what);
    end
end

function refused(id, call)
    try
        call();
    catch problem
        check(strcmp(problem.identifier, id), [func2str(call) ': ' problem.identifier]);
        return
    end
    error('test:failed', 'no error: %s', func2str(call));
end

% Values and counters.
check(any(strcmp(optimeter_suites(), 'bbob-noisy')), 'suites');
check(ischar(optimeter_version()), 'version');
suite = optimeter_suite('bbob', 'dimensions', [2 5], 'functions', 1:3, 'instances', [1 2]);
check(strcmp(class(suite), 'int64'), 'class of a handle');
check(optimeter_size(suite) == 12, 'size');
problem = optimeter_problem(suite, 1);
info = optimeter_info(problem);
check(strcmp(info.id, 'bbob_f001_i01_d02'), 'id');
check(isequal(info.lower_bounds, [-5 -5]) && isequal(info.initial_solution, [0 0]), 'bounds');
y = optimeter_evaluate(problem, [1 2]);
check(abs(y - 90.00369408) < 1e-12, 'value');
check(optimeter_evaluate(problem, [1; 2]) == y, 'column');
check(optimeter_evaluate(problem, sparse([1 2])) == y, 'sparse');
check(isequal(optimeter_evaluate(problem, [1 2; 0 0; 1 2])([1 3]), [y; y]), 'batch');
check(isequal(size(optimeter_evaluate(problem, zeros(0, 2))), [0 1]), 'empty batch');
state = optimeter_state(problem);
check(state.evaluations == 6 && state.best_value < y && ~state.target_hit, 'state');
check(isinf(optimeter_evaluate(problem, [Inf NaN])) && isnan(optimeter_evaluate(problem, [NaN 0])), ...
      'special values');
check(optimeter_state(problem).evaluations == 6, 'special values do not count');
[f, x] = optimeter_reveal(problem);
check(abs(optimeter_evaluate(problem, x) - f) < 1e-8 && optimeter_state(problem).target_hit, 'optimum');
handle = optimeter_function(optimeter_problem('bbob', 8, 7, 1));
check(isscalar(handle(zeros(1, 7))), 'function handle');
check(strcmp(optimeter_info(optimeter_problem(suite, 3, 5, 2)).id, 'bbob_f003_i02_d05'), 'by numbers');

two = optimeter_problem('bbob-biobj', 1, 2, 1);
check(max(abs(optimeter_evaluate(two, [1 2]) - [442.39033472 -150.10242816])) < 1e-9, 'objectives');
check(isequal(size(optimeter_evaluate(two, ones(4, 2))), [4 2]), 'objectives of a batch');
check(isequal(optimeter_evaluate(two, [1 2; 3 4])(2, :), optimeter_evaluate(two, [3 4])), 'rows');
check(optimeter_state(two).indicator > 0, 'indicator');

bound = optimeter_problem('bbob-constrained', 1, 2, 1);
g = optimeter_constraints(bound, [0 0]);
check(isequal(size(g), [1 1]) && optimeter_state(bound).constraint_evaluations == 1, 'constraints');
noisy = optimeter_problem('bbob-noisy', 107, 2, 1);
optimeter_reseed(noisy, 7);
first = optimeter_evaluate(noisy, [1 2]);
optimeter_reseed(noisy, 7);
check(optimeter_evaluate(noisy, [1 2]) == first, 'reseeded noise');

optimeter_limit(bound, 3);
optimeter_evaluate(bound, [0 0]);
optimeter_evaluate(bound, [0 0]);
refused('optimeter:stopped', @() optimeter_evaluate(bound, [0 0]));

% Observers.
observer = optimeter_observer('own', 'algorithm', 'two words', 'precision_x', 5, 'lin_target_precision', 1, ...
                              'log_target_precision', 1e-7, 'log_discrete_as_int', true, ...
                              'base_evaluation_triggers', [1 3]);
check(strcmp(optimeter_folder(observer), 'own'), 'folder');
recorded = optimeter_problem('bbob', 1, 2, 1);
optimeter_observe(observer, recorded);
check(optimeter_state(recorded).observed, 'observed');
optimeter_evaluate(recorded, [1 2; 0 0]);
optimeter_restart(recorded);
optimeter_evaluate(recorded, [0 1]);
optimeter_recommend(recorded, [0 1]);
optimeter_free(recorded);
optimeter_close(observer);
ioh = optimeter_observer('ioh', 'format', 'ioh', 'trigger', {'each', 2, 0}, 'attributes', {'a'});
optimeter_free(ioh);

% Wrong calls.
handles = {0, [], int64(99), int64(-1), suite, NaN, 'x', {}, observer, recorded, problem + 1e6};
for k = 1:numel(handles)
    refused('optimeter:invalidHandle', @() optimeter_evaluate(handles{k}, [1 2]));
    refused('optimeter:invalidHandle', @() optimeter_info(handles{k}));
    refused('optimeter:invalidHandle', @() optimeter_observe(0, handles{k}));
end
refused('optimeter:invalidHandle', @() optimeter_size(problem));
refused('optimeter:invalidHandle', @() optimeter_problem(0, 1));
refused('optimeter:invalidHandle', @() optimeter_folder(suite));
refused('optimeter:invalidHandle', @() optimeter_close(observer));
refused('optimeter:invalidHandle', @() optimeter_free(int64(123456)));
optimeter_free(0);
optimeter_free([]);
points = {1, [1 2 3], single([1 2]), int32([1 2]), 'ab', {1, 2}, ones(3), ones(2, 2, 2), []};
for k = 1:numel(points)
    refused('optimeter:x', @() optimeter_evaluate(problem, points{k}));
end
refused('optimeter:invalidArgument', @() optimeter_suite('nosuch'));
refused('optimeter:invalidArgument', @() optimeter_suite('bbob', 'functions', 25));
refused('optimeter:invalidArgument', @() optimeter_suite('bbob', 'year', 1999));
refused('optimeter:notString', @() optimeter_suite(3));
refused('optimeter:options', @() optimeter_suite('bbob', 'nosuch', 1));
refused('optimeter:options', @() optimeter_suite('bbob', 'functions'));
refused('optimeter:functions', @() optimeter_suite('bbob', 'functions', 1.5));
refused('optimeter:noise', @() optimeter_suite('bbob-noisy', 'noise', 'loud'));
refused('optimeter:position', @() optimeter_problem(suite, 0));
try
    optimeter_problem(suite, 13);
catch wrong
    check(~isempty(strfind(wrong.message, '1 to 12; got 13')), 'positions from 1');
end
refused('optimeter:x', @() optimeter_evaluate(problem, [1 2i]));
refused('optimeter:x', @() optimeter_evaluate(problem, sparse([1 2i])));
refused('optimeter:x', @() optimeter_recommend(problem, [1 2i]));
refused('optimeter:position', @() optimeter_problem(suite, 1 + 2i));
refused('optimeter:functions', @() optimeter_suite('bbob', 'functions', [1 2i]));
refused('optimeter:invalidArgument', @() optimeter_problem(suite, 13));
refused('optimeter:invalidArgument', @() optimeter_problem(suite, 1, 2, 9));
refused('optimeter:invalidArgument', @() optimeter_problem('bbob', 1, 1e6, 1));
refused('optimeter:nrhs', @() optimeter_problem('bbob', 1));
refused('optimeter:invalidArgument', @() optimeter_constraints(problem, [1 2]));
refused('optimeter:invalidArgument', @() optimeter_recommend(problem, [1 2 3]));
refused('optimeter:invalidArgument', @() optimeter_observer('o', 'nosuch', 1));
refused('optimeter:invalidArgument', @() optimeter_observer('o', 'precision_x', 99));
refused('optimeter:invalidArgument', @() optimeter_observer('o', 'format', 'nosuch'));
refused('optimeter:fileError', @() optimeter_observer('/proc/nosuch/folder'));
refused('optimeter:unknownFunction', @() optimeter_call('nosuch'));
refused('optimeter:nrhs', @() optimeter_call());
refused('optimeter:nrhs', @() optimeter_call('evaluate'));
refused('optimeter:nrhs', @() optimeter_call({}, 1, 2));
check(~exist('o', 'dir'), 'no folder is made by a wrong call');

% Nothing is lost by `clear`.
clear optimeter_call optimeter_evaluate
check(optimeter_evaluate(problem, [1 2]) == y, 'handles survive clear');
optimeter_free(problem);
optimeter_free(suite);
refused('optimeter:invalidHandle', @() optimeter_size(suite));
disp('passed');
