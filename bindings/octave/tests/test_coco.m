% COCO's functions, by the numbers of the rules.
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

setup
check(strcmp(cocoSetLogLevel('warning'), 'info'), 'level');
check(strcmp(cocoSetLogLevel([]), 'warning'), 'M10: level []');
suite = cocoSuite('bbob', 'instances: 1-2', 'dimensions: 2 function_indices: 1');
observer = cocoObserver('bbob', 'result_folder: coco');

% M1, M2: classes of handles and counts.
problem = cocoSuiteGetNextProblem(suite, observer);
check(isa(suite, 'int64') && isa(problem, 'int64') && isa(observer, 'int64'), 'M1: handles');
check(cocoProblemIsValid(problem) && islogical(cocoProblemIsValid(problem)), 'valid');
counts = {@cocoProblemGetDimension, @cocoProblemGetEvaluations, @cocoProblemGetNumberOfObjectives, ...
          @cocoProblemGetEvaluationsConstraints, @cocoProblemGetNumberOfConstraints, ...
          @cocoProblemGetNumberOfIntegerVariables, @cocoProblemFinalTargetHit};
for k = 1:numel(counts)
    check(isa(counts{k}(problem), 'int32'), ['M2: ' func2str(counts{k})]);
end
check(cocoProblemGetDimension(uint64(problem)) == 2, 'M1: uint64');

% M15, M3, M11: values.
check(abs(cocoEvaluateFunction(problem, [1 2]) - 90.00369408) < 1e-12, 'M15');
check(abs(cocoEvaluateFunction(problem, [1; 2]) - 90.00369408) < 1e-12, 'M15: column');
check(abs(cocoEvaluateFunction(problem, sparse([0 2])) - 89.50929408) < 1e-12, 'M11: sparse');
check(isinf(cocoEvaluateFunction(problem, [Inf NaN])), 'C20');
check(cocoProblemGetEvaluations(problem) == 3, 'counted');
cocoObserverSignalRestart(observer, problem);
cocoRecommendSolution(problem, [0 0]);
check(isequal(cocoProblemGetSmallestValuesOfInterest(problem), [-5 -5]), 'lower');
check(isequal(cocoProblemGetLargestValuesOfInterest(problem), [5 5]), 'upper');
check(isequal(cocoProblemGetInitialSolution(problem), [0 0]), 'M6');
check(strcmp(cocoProblemGetId(problem), 'bbob_f001_i01_d02'), 'id');
check(strcmp(cocoProblemGetName(problem), 'bbob(BBOB suite problem f1 instance 1 in 2D)'), 'C15');
check(abs(cocoProblemGetBestValue(problem) - 79.48) < 1e-12, 'best value');
refused('cocoEvaluateFunction:notDoubleArray', @() cocoEvaluateFunction(problem, single([1 2])));
refused('cocoEvaluateFunction:notDoubleArray', @() cocoEvaluateFunction(problem, {1, 2}));
refused('cocoEvaluateFunction:notDoubleArray', @() cocoEvaluateFunction(problem, [1 2i]));
refused('cocoEvaluateFunction:wrongDimension', @() cocoEvaluateFunction(problem, [1 2 3]));
refused('cocoEvaluateFunction:wrongDimension', @() cocoEvaluateFunction(problem, []));
refused('cocoRecommendSolution:wrongDimension', @() cocoRecommendSolution(problem, 1));
refused('coco:noConstraints', @() cocoEvaluateConstraint(problem, [1 2]));
refused('coco:oneObjective', @() cocoProblemGetLargestFValuesOfInterest(problem));

% C5: the iteration, which starts again with the first problem.
other = cocoSuiteGetNextProblem(suite, observer);
check(~cocoProblemIsValid(problem) && cocoProblemIsValid(other), 'C4');
check(cocoSuiteGetNextProblem(suite, observer) == 0, 'the end');
again = cocoSuiteGetNextProblem(suite, observer);
check(strcmp(cocoProblemGetId(again), 'bbob_f001_i01_d02'), 'C5');
check(cocoSuiteGetNextProblem(0, observer) == 0, 'M1: a null suite has no problem');

% C7, C13, C17, M9.
two = cocoSuite('bbob-biobj', 'year: 2016', '');
pair = cocoSuiteGetProblem(two, 10);
check(strcmp(cocoProblemGetId(pair), 'bbob-biobj_f02_i01_d02'), 'M15: by index');
check(max(abs(cocoEvaluateFunction(pair, [2 10]) - [595.43353472 166260248.98484379])) < 1e-6, 'M15: two');
check(isequal(size(cocoProblemGetLargestFValuesOfInterest(pair)), [1 2]), 'nadir');
check(cocoSuiteGetProblem(two, 1e6) == 0, 'C7: too large');
refused('cocoSuiteGetProblem:index', @() cocoSuiteGetProblem(two, -1));
refused('cocoSuiteGetProblem:index', @() cocoSuiteGetProblem(two, 1.5));
refused('cocoSuiteGetProblem:index', @() cocoSuiteGetProblem(two, 'a b'));
biobj = cocoObserver('bbob-biobj', 'result_folder: biobj');
observed = cocoProblemAddObserver(pair, biobj);
cocoEvaluateFunction(observed, [0 0]);
check(cocoProblemGetEvaluations(observed) == 2, 'C16');
inner = cocoProblemRemoveObserver(observed, biobj);
cocoProblemFree(inner);
check(cocoProblemAddObserver(0, biobj) == 0, 'C13: null');
bound = cocoSuite('bbob-constrained', '', 'dimensions: 2');
held = cocoSuiteGetProblem(bound, 0);
check(isequal(size(cocoEvaluateConstraint(held, [0 0])), [1 1]), 'constraint');
[c, ceq] = cons(held, [0 0]);
check(isequal(ceq, []) && isequal(c, cocoEvaluateConstraint(held, [0 0])), 'M7');
cocoProblemFree(held);

% M3: through cocoCall, whatever the capitals.
check(cocoCall('COCOPROBLEMGETDIMENSION', again) == 2, 'M3: capitals');
refused('cocoCall:nrhs', @() cocoCall());
refused('cocoCall:nrhs', @() cocoCall('cocoSuite'));
refused('cocoSuite:nrhs', @() cocoCall('cocoSuite', 'bbob'));
refused('cocoCall:unknownFunction', @() cocoCall('cocoNosuch', 1));

% M4, M10: what ends COCO's session.
refused('coco:error', @() cocoSuite('nosuch', '', ''));
refused('coco:error', @() cocoSuite('bbob', 'year: 1999', ''));
refused('cocoSuite:notString', @() cocoSuite(3, '', ''));
refused('cocoObserver:notString', @() cocoObserver(3, ''));
check(cocoObserver([], '') == 0 && cocoObserver('no_observer', '') == 0, 'C11');
warning('off', 'coco:notString');
check(cocoSuite('bbob', 3, {}) ~= 0, 'M10: no string');
check(cocoSuite('bbob', '', 'dimensions: 7') == 0, 'C1: no dimension');
gone = {0, [], 7, int64(-3), suite, problem, 'x', {}};
for k = 1:numel(gone)
    refused('coco:invalidProblem', @() cocoEvaluateFunction(gone{k}, [1 2]));
    refused('coco:invalidProblem', @() cocoProblemGetDimension(gone{k}));
    refused('coco:invalidProblem', @() cocoProblemFree(gone{k}));
    refused('coco:invalidProblem', @() cocoObserverSignalRestart(observer, gone{k}));
    check(~cocoProblemIsValid(gone{k}), 'M1: not valid');
end
refused('coco:error', @() cocoProblemRemoveObserver(again, biobj));

% C3, C12: freed in either order, and twice.
cocoObserverFree(observer);
cocoSuiteFree(suite);
cocoSuiteFree(0);
cocoObserverFree([]);
cocoSuiteFree(two);
disp('passed');
