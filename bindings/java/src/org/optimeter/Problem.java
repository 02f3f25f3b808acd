package org.optimeter;

import java.lang.ref.Reference;

/** A problem with its counters. It may outlive the suite that it came from.
 *
 * <p>Wrong lengths and numbers are an {@link IllegalArgumentException}, null a {@link
 * NullPointerException}, use after {@link #close} an {@link IllegalStateException}. */
public final class Problem extends Handle {
  private final int dimension;
  private final int objectives;

  /** Any possible dimension and instance, published or not. */
  public Problem(String suite, long function, long dimension, long instance) {
    this(Native.problemNew(suite, function, dimension, instance));
  }

  Problem(long handle) {
    super(handle, Native::problemFree);
    dimension = (int) Native.problemNumber(handle, 2);
    objectives = (int) Native.problemNumber(handle, 3);
  }

  /** The value at a point, of a problem with one objective. A point with an infinite coordinate
   * gives infinity, else one with a NaN gives NaN; neither is counted. */
  public double evaluate(double[] x) {
    try {
      return Native.evaluate(handle, x);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** The values at a point, one for each objective. */
  public double[] evaluateAll(double[] x) {
    try {
      return Native.evaluateAll(handle, x);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** The values at points that lie one behind the other. */
  public double[] evaluateBatch(int points, double[] x) {
    try {
      return Native.evaluateBatch(handle, points, x);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Constraint values; a point is feasible where all are at most 0. */
  public double[] evaluateConstraints(double[] x) {
    try {
      return Native.evaluateConstraints(handle, x);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Tells the record which point the optimizer would return now; it is not counted. */
  public void recommend(double[] x) {
    Native.recommend(handle, x);
  }

  /** Tells the record that the optimizer restarts. */
  public void restart() {
    Native.restart(handle);
  }

  /** From now on evaluations beyond this number, those of constraints included, and, if wanted, those
   * after the final target was hit, throw {@link StoppedException}. */
  public void limit(long evaluations, boolean atTarget) {
    Native.limit(handle, evaluations, atTarget);
  }

  /** Begins a new stream of noise. */
  public void reseed(long seed) {
    Native.reseed(handle, seed);
  }

  /** Completes the record. */
  public void release() {
    Native.release(handle);
  }

  /** Sets a number of the optimizer that the record was told to expect. */
  public void setAttribute(String name, double value) {
    Native.setAttribute(handle, name, value);
  }

  public String id() {
    return Native.problemText(handle, 0);
  }

  public String name() {
    return Native.problemText(handle, 1);
  }

  public String suite() {
    return Native.problemText(handle, 2);
  }

  public String group() {
    return Native.problemText(handle, 3);
  }

  public long function() {
    return Native.problemNumber(handle, 0);
  }

  public long instance() {
    return Native.problemNumber(handle, 1);
  }

  public int dimension() {
    return dimension;
  }

  public int objectives() {
    return objectives;
  }

  public int constraints() {
    return (int) Native.problemNumber(handle, 4);
  }

  /** They come first. */
  public int integerVariables() {
    return (int) Native.problemNumber(handle, 5);
  }

  public long evaluations() {
    return Native.problemNumber(handle, 6);
  }

  public long evaluationsConstraints() {
    return Native.problemNumber(handle, 7);
  }

  public boolean targetHit() {
    return Native.problemNumber(handle, 8) != 0;
  }

  public boolean observed() {
    return Native.problemNumber(handle, 9) != 0;
  }

  /** Of feasible points, one objective; infinity before the first. */
  public double bestValue() {
    return Native.problemReal(handle, 0);
  }

  /** The value of the optimum; NaN where it is not known or not one. */
  public double optimalValue() {
    return Native.problemReal(handle, 1);
  }

  /** Several objectives: what is to be minimised. */
  public double indicator() {
    return Native.problemReal(handle, 2);
  }

  public double[] lowerBounds() {
    return Native.problemVector(handle, 0);
  }

  public double[] upperBounds() {
    return Native.problemVector(handle, 1);
  }

  public double[] initialSolution() {
    return Native.problemVector(handle, 2);
  }

  /** Several objectives; null where it is not known. */
  public double[] ideal() {
    return Native.problemVector(handle, 3);
  }

  /** Several objectives; null where it is not known. */
  public double[] nadir() {
    return Native.problemVector(handle, 4);
  }

  /** The optimum; a record tells that the user looked at it. */
  public double[] reveal() {
    return Native.reveal(handle);
  }

  @Override
  public String toString() {
    return id();
  }
}
