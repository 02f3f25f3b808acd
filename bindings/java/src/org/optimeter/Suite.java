package org.optimeter;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** An ordered collection of problems that are made when asked for; instances vary fastest, then
 * functions, then dimensions. */
public final class Suite extends Handle implements Iterable<Problem> {
  /** All problems of a suite with its usual instances. */
  public Suite(String name) {
    this(name, new Selection());
  }

  public Suite(String name, Selection selection) {
    super(
        Native.suiteNew(
            name,
            selection.functions,
            selection.dimensions,
            selection.instances,
            selection.year,
            selection.cocoNoise),
        Native::suiteFree);
  }

  /** The names of all suites. */
  public static String[] names() {
    return Native.suiteNames();
  }

  public String name() {
    return Native.suiteName(handle);
  }

  public long size() {
    return Native.suiteSize(handle);
  }

  /** A new problem: that at a position from 0. */
  public Problem problem(long position) {
    return new Problem(Native.suiteProblem(handle, position));
  }

  /** A new problem: that with these numbers. */
  public Problem problem(long function, long dimension, long instance) {
    return problem(Native.suiteFind(handle, function, dimension, instance));
  }

  /** Makes each problem anew; whoever gets it closes it. */
  @Override
  public Iterator<Problem> iterator() {
    return new Iterator<Problem>() {
      private long next;

      @Override
      public boolean hasNext() {
        return next < size();
      }

      @Override
      public Problem next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return problem(next++);
      }
    };
  }

  /** Which problems of a suite; what is not set is as usual. */
  public static final class Selection {
    private long[] functions;
    private long[] dimensions;
    private long[] instances;
    private long year;
    private boolean cocoNoise;

    public Selection functions(long... numbers) {
      functions = numbers.clone();
      return this;
    }

    public Selection dimensions(long... numbers) {
      dimensions = numbers.clone();
      return this;
    }

    /** In this order, repetitions kept. */
    public Selection instances(long... numbers) {
      instances = numbers.clone();
      return this;
    }

    /** The instances of that year's workshop. */
    public Selection year(long which) {
      year = which;
      return this;
    }

    /** Noisy problems take the numbers of COCO. */
    public Selection cocoNoise() {
      cocoNoise = true;
      return this;
    }
  }
}
