import org.optimeter.NativeLibrary;

/** COCO's native methods. Handles are numbers, 0 is none; wrong ones are exceptions. */
public class CocoJNI {
  static {
    NativeLibrary.load();
  }

  public static native void cocoSetLogLevel(String logLevel);

  public static native long cocoGetObserver(String observerName, String observerOptions);

  public static native void cocoFinalizeObserver(long observer);

  public static native long cocoProblemAddObserver(long problem, long observer);

  public static native long cocoProblemRemoveObserver(long problem, long observer);

  public static native void cocoObserverSignalRestart(long observer, long problem);

  public static native long cocoGetSuite(String suiteName, String suiteInstance, String suiteOptions);

  public static native void cocoFinalizeSuite(long suite);

  public static native long cocoSuiteGetNumberOfProblems(long suite);

  public static native long cocoSuiteGetNextProblem(long suite, long observer);

  public static native long cocoSuiteGetProblem(long suite, long problemIndex);

  public static native long cocoSuiteGetProblemByFuncDimInst(
      long suite, long function, long dimension, long instance);

  public static native double[] cocoEvaluateFunction(long problem, double[] x);

  public static native double[] cocoEvaluateConstraint(long problem, double[] x);

  public static native void cocoRecommendSolution(long problem, double[] x);

  public static native int cocoProblemGetDimension(long problem);

  public static native int cocoProblemGetNumberOfObjectives(long problem);

  public static native int cocoProblemGetNumberOfConstraints(long problem);

  public static native double[] cocoProblemGetSmallestValuesOfInterest(long problem);

  public static native double[] cocoProblemGetLargestValuesOfInterest(long problem);

  public static native int cocoProblemGetNumberOfIntegerVariables(long problem);

  public static native double[] cocoProblemGetLargestFValuesOfInterest(long problem);

  public static native String cocoProblemGetId(long problem);

  public static native String cocoProblemGetName(long problem);

  public static native long cocoProblemGetEvaluations(long problem);

  public static native long cocoProblemGetEvaluationsConstraints(long problem);

  public static native long cocoProblemGetIndex(long problem);

  public static native int cocoProblemIsFinalTargetHit(long problem);
}
