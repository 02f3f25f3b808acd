import org.optimeter.CocoRandom;
import org.optimeter.Observer;
import org.optimeter.Options;
import org.optimeter.Problem;
import org.optimeter.Suite;

/** Random search on some problems of bbob, recorded in exdata/random-java.
 *
 * <pre>java -cp optimeter.jar RandomSearch.java</pre> */
public class RandomSearch {
  public static void main(String[] arguments) {
    Suite.Selection selection = new Suite.Selection().dimensions(2, 5).instances(1, 2, 3);
    try (Suite suite = new Suite("bbob", selection);
        Options options = Options.coco().set("algorithm", "random search");
        Observer observer = new Observer("exdata/random-java", options);
        CocoRandom random = new CocoRandom(1)) {
      for (Problem problem : suite) {
        try (problem) {
          observer.observe(problem);
          double[] lower = problem.lowerBounds();
          double[] upper = problem.upperBounds();
          double[] x = new double[problem.dimension()];
          while (problem.evaluations() < 100L * x.length) {
            for (int i = 0; i < x.length; i++) {
              x[i] = lower[i] + random.uniform() * (upper[i] - lower[i]);
            }
            problem.evaluate(x);
          }
        }
      }
      observer.finish();
      System.out.println(suite.size() + " problems recorded in " + observer.folder());
    }
  }
}
