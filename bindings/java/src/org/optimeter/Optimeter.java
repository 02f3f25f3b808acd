package org.optimeter;

/** Facts about the library. */
public final class Optimeter {
  private Optimeter() {}

  public static String version() {
    return Native.version();
  }
}
