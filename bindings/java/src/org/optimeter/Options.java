package org.optimeter;

/** What is recorded and how; names, defaults and limits are those of the other languages. */
public final class Options extends Handle {
  private Options(String format) {
    super(Native.optionsNew(format), Native::optionsFree);
  }

  /** COCO's format. */
  public static Options coco() {
    return new Options("coco");
  }

  /** IOHprofiler's format. */
  public static Options ioh() {
    return new Options("ioh");
  }

  public Options set(String name, String value) {
    Native.optionsText(handle, name, value);
    return this;
  }

  public Options set(String name, long value) {
    Native.optionsInteger(handle, name, value);
    return this;
  }

  public Options set(String name, boolean value) {
    return set(name, value ? 1L : 0L);
  }

  public Options set(String name, double value) {
    Native.optionsReal(handle, name, value);
    return this;
  }

  public Options set(String name, long[] values) {
    Native.optionsIntegers(handle, name, values);
    return this;
  }

  /** Adds to an option that is a list of words; the first one replaces the default. */
  public Options add(String name, String value) {
    Native.optionsAdd(handle, name, value);
    return this;
  }

  /** When a line is written (IOHprofiler's format): "always", "on_improvement",
   * "on_delta_improvement", "each", "at" or "during". */
  public Options trigger(String trigger, double... values) {
    Native.optionsTrigger(handle, trigger, values);
    return this;
  }
}
