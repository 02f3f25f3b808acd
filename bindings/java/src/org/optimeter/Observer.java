package org.optimeter;

/** Records runs in one folder. Closing it completes all records. */
public final class Observer extends Handle {
  /** COCO's format. */
  public Observer(String folder) {
    super(Native.observerNew(folder, 0), Native::observerFree);
  }

  /** Makes the folder, or one with a number behind its name if it exists. */
  public Observer(String folder, Options options) {
    super(Native.observerNew(folder, options.handle), Native::observerFree);
  }

  /** Records the problem from now on. Any number of problems may be observed at once. */
  public void observe(Problem problem) {
    Native.observe(handle, problem.handle);
  }

  /** The folder that was made. */
  public String folder() {
    return Native.observerFolder(handle);
  }

  /** Completes all records, and throws if one of them could not be written. */
  public void finish() {
    Native.observerClose(handle);
  }
}
