/** COCO's classes, rules J1 to J6 and C by number: a session survives every wrong call. */
public class TestCoco {
  private static int failures;

  private interface Call {
    void run() throws Exception;
  }

  private static void check(boolean passed, String what) {
    if (!passed) {
      failures++;
      System.err.println(what + " is false");
    }
  }

  private static void fails(Class<? extends Throwable> type, Call call, String what) {
    try {
      call.run();
    } catch (Throwable error) {
      check(type.isInstance(error), what + " throws " + type + ", not " + error);
      return;
    }
    check(false, what + " throws");
  }

  public static void main(String[] arguments) throws Exception {
    CocoJNI.cocoSetLogLevel("error");
    double[] x = {1, 2};
    Suite suite = new Suite("bbob", "instances: 1-2", "dimensions: 2 function_indices: 1-3");
    check(suite.getNumberOfProblems() == 24 * 6 * 2, "C9: unfiltered number");
    check(suite.toString().equals("bbob") && suite.getPointer() != 0, "name");
    Observer observer = new Observer("bbob", "result_folder: java-coco algorithm_info: \"two words\"");
    Benchmark benchmark = new Benchmark(suite, observer);
    int count = 0;
    Problem problem = null;
    Problem last = null;
    while ((problem = benchmark.getNextProblem()) != null) {
      count++;
      check(problem.evaluateFunction(x).length == 1, "values");
      observer.signalRestart(problem);
      problem.recommendSolution(x);
      check(problem.getEvaluations() == 1 && problem.getEvaluationsConstraints() == 0, "counters");
      last = problem;
    }
    check(count == 6, "C4: the selected ones");
    final Problem end = last;
    check(end.evaluateFunction(x) != null, "C5: the last one stays open");
    check(end.getId().equals("bbob_f003_i02_d02") && end.toString().equals(end.getId()), "id");
    check(end.getName().equals("bbob(BBOB suite problem f3 instance 2 in 2D)"), "C15: name");
    check(end.getIndex() == 5 && end.getDimension() == 2, "C9: index");
    check(end.getLargestFValuesOfInterest() == null, "C28");
    check(end.getSmallestValuesOfInterest() == end.getSmallestValuesOfInterest(), "J1: one array");
    check(end.getSmallestValueOfInterest(1) == -5 && end.getLargestValueOfInterest(0) == 5, "bounds");
    check(benchmark.getNextProblem().getId().equals("bbob_f001_i01_d02"), "J4: from the first one again");
    fails(IllegalStateException.class, () -> end.evaluateFunction(x), "C4: the last one is gone");

    Problem one = suite.getProblemByFuncDimInst(2, 2, 1);
    check(Math.abs(one.evaluateFunction(x)[0]) > 0, "by triple");
    check(suite.getProblemByFuncDimInst(4, 2, 1) == null, "C8: absent");
    fails(NullPointerException.class, () -> one.evaluateFunction(null), "J3: null");
    fails(IllegalArgumentException.class, () -> one.evaluateFunction(new double[1]), "J3: short");
    fails(IllegalArgumentException.class, () -> one.evaluateFunction(new double[3]), "J3: long");
    fails(IllegalArgumentException.class, () -> one.recommendSolution(new double[3]), "J3: long");
    fails(IllegalArgumentException.class, () -> one.evaluateConstraint(x), "J3: no constraints");
    check(CocoJNI.cocoSuiteGetProblem(suite.getPointer(), 100000) == 0, "C7: index too large");
    fails(IllegalStateException.class, () -> CocoJNI.cocoProblemGetDimension(0), "J3: pointer 0");
    fails(IllegalStateException.class, () -> CocoJNI.cocoProblemGetId(12345), "J3: any number");
    fails(IllegalStateException.class, () -> CocoJNI.cocoEvaluateFunction(suite.getPointer(), x), "a suite");
    benchmark.finalizeBenchmark();
    fails(Exception.class, suite::getNumberOfProblems, "finalized suite");
    fails(Exception.class, benchmark::getNextProblem, "finalized benchmark");
    fails(Exception.class, suite::finalizeSuite, "finalized twice");
    fails(IllegalStateException.class, () -> one.evaluateFunction(x), "J1: gone with its suite");

    try {
      new Suite("bob", "", "");
      check(false, "unknown suite");
    } catch (Exception error) {
      check(error.getMessage().contains("\n") && error.getMessage().contains("IllegalArgument"), "J3: message");
    }
    fails(Exception.class, () -> new Suite(null, "", ""), "null name");
    fails(Exception.class, () -> new Suite("bbob", "year: 1999", ""), "unknown year");
    check(new Suite("bbob", "", "dimensions: 7").getPointer() == 0, "C1: nothing left");
    Observer none = new Observer("no_observer", "");
    check(none.getPointer() == 0, "J2");
    Suite more = new Suite("bbob-constrained", "", "");
    Problem free = new Benchmark(more, none).getNextProblem();
    check(free.evaluateConstraint(x).length == 1 && free.getEvaluationsConstraints() == 1, "constraints");
    none.signalRestart(free);
    none.finalizeObserver();
    more.finalizeSuite();
    System.out.println(failures == 0 ? "passed" : failures + " checks failed");
    System.exit(failures == 0 ? 0 : 1);
  }
}
