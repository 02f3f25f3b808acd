package org.optimeter;

/** The limit of a problem is reached; see {@link Problem#limit}. */
public class StoppedException extends OptimeterException {
  private static final long serialVersionUID = 1;

  public StoppedException(String message) {
    super(message);
  }
}
