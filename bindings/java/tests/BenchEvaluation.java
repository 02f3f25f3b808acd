import java.util.Arrays;
import java.util.Locale;

/** What one evaluation costs from Java, through org.optimeter and through COCO's classes. One line a
 * problem: what, function, dimension, nanoseconds. Read by benchmarks/languages.py. */
public class BenchEvaluation {
  private static final int CALLS = 1000;
  private static final int ROUNDS = 600;
  private static double sink;

  private interface Call {
    double run();
  }

  private static void print(String what, int function, int dimension, Call call) {
    double best = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      long begin = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        sink += call.run();
      }
      best = Math.min(best, (double) (System.nanoTime() - begin) / CALLS);
    }
    System.out.printf(Locale.ENGLISH, "%s %d %d %.2f%n", what, function, dimension, best);
  }

  public static void main(String[] arguments) throws Exception {
    CocoJNI.cocoSetLogLevel("error");
    Suite suite = new Suite("bbob", "", "");
    for (int function : new int[] {1, 8, 15}) {
      for (int dimension : new int[] {2, 5, 20, 40}) {
        double[] x = new double[dimension];
        Arrays.fill(x, 0.25);
        try (org.optimeter.Problem problem =
            new org.optimeter.Problem("bbob", function, dimension, 1)) {
          print("Java", function, dimension, () -> problem.evaluate(x));
        }
        Problem coco = suite.getProblemByFuncDimInst(function, dimension, 1);
        print("CocoJNI", function, dimension, () -> coco.evaluateFunction(x)[0]);
      }
    }
    suite.finalizeSuite();
  }
}
