package org.optimeter;

/** A failure for which Java has no exception of its own. */
public class OptimeterException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public OptimeterException(String message) {
    super(message);
  }
}
