/** An observer of COCO, by its two strings. */
public class Observer {
  private final long pointer;
  private final String name;

  public Observer(String observerName, String observerOptions) throws Exception {
    try {
      pointer = CocoJNI.cocoGetObserver(observerName, observerOptions);
      name = observerName;
    } catch (RuntimeException error) {
      throw new Exception("The observer could not be made.\n" + error, error);
    }
  }

  public void finalizeObserver() throws Exception {
    try {
      CocoJNI.cocoFinalizeObserver(pointer);
    } catch (RuntimeException error) {
      throw new Exception("The observer could not be finalized.\n" + error, error);
    }
  }

  public void signalRestart(Problem problem) {
    CocoJNI.cocoObserverSignalRestart(pointer, problem.getPointer());
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
