import org.optimeter.CocoRandom;
import org.optimeter.Observer;
import org.optimeter.Optimeter;
import org.optimeter.Options;
import org.optimeter.OptimeterException;
import org.optimeter.Problem;
import org.optimeter.StoppedException;
import org.optimeter.Suite;

/** The package org.optimeter: what it does, and that every wrong call is an exception. */
public class TestOptimeter {
  private static int failures;

  private static void check(boolean passed, String what) {
    if (!passed) {
      failures++;
      System.err.println(what + " is false");
    }
  }

  private static void fails(Class<? extends Throwable> type, Runnable call, String what) {
    try {
      call.run();
    } catch (Throwable error) {
      check(type.isInstance(error), what + " throws " + type + ", not " + error);
      check(error.getMessage() != null && !error.getMessage().isEmpty(), what + " says why");
      return;
    }
    check(false, what + " throws");
  }

  public static void main(String[] arguments) {
    check(Optimeter.version().startsWith("0."), "version");
    check(Suite.names()[0].equals("bbob"), "names");
    double[] x = {1, 2};
    Problem problem = new Problem("bbob", 1, 2, 1);
    check(Math.abs(problem.evaluate(x) - 90.00369408) < 1e-12, "value");
    check(problem.evaluateAll(x).length == 1, "values");
    double[] y = problem.evaluateBatch(3, new double[] {1, 2, 0, 0, Double.NaN, 0});
    check(y[0] == problem.evaluate(x) && Double.isNaN(y[2]), "batch");
    check(problem.evaluations() == 5 && problem.bestValue() == y[1], "counters");
    check(problem.id().equals("bbob_f001_i01_d02") && problem.toString().equals(problem.id()), "id");
    check(problem.lowerBounds()[1] == -5 && problem.initialSolution()[0] == 0, "bounds");
    check(problem.nadir() == null, "nadir");
    check(problem.evaluate(problem.reveal()) == problem.optimalValue(), "optimum");
    check(problem.targetHit(), "target");

    fails(NullPointerException.class, () -> problem.evaluate(null), "null point");
    fails(IllegalArgumentException.class, () -> problem.evaluate(new double[3]), "long point");
    fails(IllegalArgumentException.class, () -> problem.evaluate(new double[0]), "no point");
    fails(IllegalArgumentException.class, () -> problem.evaluateBatch(2, x), "wrong batch");
    fails(IllegalArgumentException.class, () -> problem.evaluateBatch(-1, x), "negative batch");
    fails(IllegalArgumentException.class, () -> problem.evaluateConstraints(x), "no constraints");
    fails(IllegalArgumentException.class, () -> problem.recommend(new double[1]), "recommendation");
    fails(IllegalArgumentException.class, problem::indicator, "indicator");
    fails(IllegalArgumentException.class, () -> new Problem("bob", 1, 2, 1), "unknown suite");
    fails(IllegalArgumentException.class, () -> new Problem("bbob", 25, 2, 1), "unknown function");
    fails(NullPointerException.class, () -> new Problem(null, 1, 2, 1), "null suite");
    problem.limit(6, false);
    fails(StoppedException.class, () -> problem.evaluate(x), "limit");
    problem.close();
    problem.close();
    fails(IllegalStateException.class, () -> problem.evaluate(x), "closed problem");
    fails(IllegalStateException.class, problem::evaluations, "closed counters");
    fails(IllegalStateException.class, problem::id, "closed id");
    fails(IllegalStateException.class, problem::lowerBounds, "closed bounds");

    try (Problem several = new Problem("bbob-biobj", 1, 2, 1)) {
      check(Math.abs(several.evaluateAll(x)[1] + 150.10242816) < 1e-10, "two objectives");
      check(several.nadir().length == 2 && several.indicator() < 10, "nadir");
      fails(IllegalArgumentException.class, () -> several.evaluate(x), "one of two objectives");
    }
    try (Problem constrained = new Problem("bbob-constrained", 3, 2, 1)) {
      check(constrained.evaluateConstraints(constrained.initialSolution()).length == 9, "constraints");
      check(constrained.evaluationsConstraints() == 1, "constraint counter");
    }

    Suite suite =
        new Suite("bbob", new Suite.Selection().functions(1, 2).dimensions(2, 3).instances(5));
    int count = 0;
    for (Problem one : suite) {
      try (one) {
        count += one.dimension();
      }
    }
    check(suite.size() == 4 && count == 10, "iteration");
    check(suite.problem(2, 3, 5).id().equals("bbob_f002_i05_d03"), "by numbers");
    fails(IllegalArgumentException.class, () -> suite.problem(3, 3, 5), "absent problem");
    fails(IllegalArgumentException.class, () -> suite.problem(4), "position");
    fails(IllegalArgumentException.class, () -> suite.problem(-1), "negative position");
    fails(
        IllegalArgumentException.class,
        () -> new Suite("bbob", new Suite.Selection().year(1999)),
        "year");
    suite.close();
    fails(IllegalStateException.class, suite::size, "closed suite");

    Options options = Options.coco().set("algorithm", "a").set("precision_x", 5L);
    fails(IllegalArgumentException.class, () -> options.set("precision_x", 50L), "option");
    fails(IllegalArgumentException.class, () -> options.set("algoritm", "a"), "unknown option");
    fails(IllegalArgumentException.class, () -> options.trigger("each", 1), "trigger");
    Observer observer = new Observer("exdata/java", options);
    fails(OptimeterException.class, () -> new Observer("/proc/no/such"), "folder");
    Problem observed = new Problem("bbob", 1, 2, 1);
    observer.observe(observed);
    observed.evaluate(x);
    observed.restart();
    observed.recommend(x);
    check(observed.observed(), "observed");
    observer.finish();
    check(!observed.observed(), "finished");
    fails(IllegalArgumentException.class, () -> observer.observe(observed), "finished observer");
    observer.close();
    fails(IllegalStateException.class, () -> observer.observe(observed), "closed observer");
    fails(IllegalStateException.class, observer::folder, "closed folder");
    CocoRandom random = new CocoRandom(42);
    check(random.uniform() == 0.91467030647086689, "random numbers");
    random.close();
    fails(IllegalStateException.class, random::uniform, "closed generator");
    System.out.println(failures == 0 ? "passed" : failures + " checks failed");
    System.exit(failures == 0 ? 0 : 1);
  }
}
