/** A suite of COCO, by its three strings. */
public class Suite {
  private final long pointer;
  private final String name;

  public Suite(String suiteName, String suiteInstance, String suiteOptions) throws Exception {
    try {
      pointer = CocoJNI.cocoGetSuite(suiteName, suiteInstance, suiteOptions);
      name = suiteName;
    } catch (RuntimeException error) {
      throw new Exception("The suite could not be made.\n" + error, error);
    }
  }

  /** Of the complete suite, whatever the options left of it. */
  public long getNumberOfProblems() throws Exception {
    try {
      return CocoJNI.cocoSuiteGetNumberOfProblems(pointer);
    } catch (RuntimeException error) {
      throw new Exception("The problems could not be counted.\n" + error, error);
    }
  }

  /** Null if the suite has no such problem. The problem goes with the suite. */
  public Problem getProblemByFuncDimInst(long function, long dimension, long instance)
      throws Exception {
    try {
      long problem =
          CocoJNI.cocoSuiteGetProblemByFuncDimInst(pointer, function, dimension, instance);
      return problem == 0 ? null : new Problem(problem);
    } catch (RuntimeException error) {
      throw new Exception("The problem could not be made.\n" + error, error);
    }
  }

  public void finalizeSuite() throws Exception {
    try {
      CocoJNI.cocoFinalizeSuite(pointer);
    } catch (RuntimeException error) {
      throw new Exception("The suite could not be finalized.\n" + error, error);
    }
  }

  public long getPointer() {
    return pointer;
  }

  public String getName() {
    return name;
  }

  @Override
  public String toString() {
    return name;
  }
}
