/** A suite and an observer: the problems one after the other, observed. */
public class Benchmark {
  private final Suite suite;
  private final Observer observer;

  public Benchmark(Suite suite, Observer observer) {
    this.suite = suite;
    this.observer = observer;
  }

  /** Null at the end; after that the first one again. */
  public Problem getNextProblem() throws Exception {
    try {
      long problem = CocoJNI.cocoSuiteGetNextProblem(suite.getPointer(), observer.getPointer());
      return problem == 0 ? null : new Problem(problem);
    } catch (RuntimeException error) {
      throw new Exception("The next problem could not be made.\n" + error, error);
    }
  }

  public void finalizeBenchmark() throws Exception {
    observer.finalizeObserver();
    suite.finalizeSuite();
  }
}
