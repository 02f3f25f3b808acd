package org.optimeter;

/** The functions of optimeter.h; errors are exceptions. */
final class Native {
  static {
    NativeLibrary.load();
  }

  private Native() {}

  static native String version();

  static native String[] suiteNames();

  static native long suiteNew(
      String name, long[] functions, long[] dimensions, long[] instances, long year, boolean cocoNoise);

  static native void suiteFree(long suite);

  static native String suiteName(long suite);

  static native long suiteSize(long suite);

  static native long suiteProblem(long suite, long position);

  static native long suiteFind(long suite, long function, long dimension, long instance);

  static native long problemNew(String suite, long function, long dimension, long instance);

  static native void problemFree(long problem);

  static native double evaluate(long problem, double[] x);

  static native double[] evaluateAll(long problem, double[] x);

  static native double[] evaluateBatch(long problem, long points, double[] x);

  static native double[] evaluateConstraints(long problem, double[] x);

  static native void recommend(long problem, double[] x);

  static native void restart(long problem);

  static native void limit(long problem, long evaluations, boolean atTarget);

  static native void reseed(long problem, long seed);

  static native void release(long problem);

  /** What: 0 id, 1 name, 2 suite, 3 group. */
  static native String problemText(long problem, int what);

  /** What: 0 function, 1 instance, 2 dimension, 3 objectives, 4 constraints, 5 integer variables,
   * 6 evaluations, 7 evaluations of constraints, 8 target hit, 9 observed. */
  static native long problemNumber(long problem, int what);

  /** What: 0 best value, 1 optimal value, 2 indicator. */
  static native double problemReal(long problem, int what);

  /** What: 0 lower bounds, 1 upper bounds, 2 initial solution, 3 ideal, 4 nadir; null: unknown. */
  static native double[] problemVector(long problem, int what);

  static native double[] reveal(long problem);

  static native void setAttribute(long problem, String name, double value);

  static native long optionsNew(String format);

  static native void optionsFree(long options);

  static native void optionsText(long options, String name, String value);

  static native void optionsInteger(long options, String name, long value);

  static native void optionsReal(long options, String name, double value);

  static native void optionsIntegers(long options, String name, long[] values);

  static native void optionsAdd(long options, String name, String value);

  static native void optionsTrigger(long options, String trigger, double[] values);

  static native long observerNew(String folder, long options);

  static native void observerFree(long observer);

  static native void observerClose(long observer);

  static native String observerFolder(long observer);

  static native void observe(long observer, long problem);

  static native long randomNew(int seed);

  static native void randomFree(long random);

  static native double randomUniform(long random);

  static native double randomNormal(long random);
}
