import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How long evaluations take, by dimension. */
public class Timing {
  private final List<String> lines = new ArrayList<>();
  private final long begin = System.nanoTime();
  private long since = begin;
  private int dimension;
  private long evaluations;

  public Timing() {}

  /** Counts the evaluations of a problem that is done; null closes the last dimension. */
  void timeProblem(Problem problem) {
    if (problem != null && problem.getDimension() == dimension) {
      evaluations += problem.getEvaluations();
      return;
    }
    if (evaluations > 0) {
      double each = (System.nanoTime() - since) / 1e9 / evaluations;
      lines.add(
          String.format(Locale.ENGLISH, "d=%d done in %.2e seconds/evaluation", dimension, each));
    }
    dimension = problem == null ? 0 : problem.getDimension();
    evaluations = problem == null ? 0 : problem.getEvaluations();
    since = System.nanoTime();
  }

  void output() {
    timeProblem(null);
    System.out.println();
    lines.forEach(System.out::println);
    long seconds = (System.nanoTime() - begin) / 1_000_000_000L;
    System.out.println(
        String.format(
            Locale.ENGLISH,
            "Total elapsed time: %dh%02dm%02ds",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60));
  }
}
