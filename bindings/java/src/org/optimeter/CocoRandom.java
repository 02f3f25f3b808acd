package org.optimeter;

/** The generator of COCO's programs; its numbers are the same bit for bit. */
public final class CocoRandom extends Handle {
  public CocoRandom(int seed) {
    super(Native.randomNew(seed), Native::randomFree);
  }

  public double uniform() {
    return Native.randomUniform(handle);
  }

  public double normal() {
    return Native.randomNormal(handle);
  }
}
