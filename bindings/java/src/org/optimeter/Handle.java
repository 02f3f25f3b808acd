package org.optimeter;

import java.lang.ref.Cleaner;
import java.util.function.LongConsumer;

/** Something of the native library. Closing it twice is fine; using it afterwards is an
 * {@link IllegalStateException}. What nobody closed goes with the garbage. */
abstract class Handle implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();

  final long handle;
  private final Cleaner.Cleanable cleanable;

  Handle(long handle, LongConsumer free) {
    this.handle = handle;
    this.cleanable = CLEANER.register(this, () -> free.accept(handle));
  }

  @Override
  public void close() {
    cleanable.clean();
  }
}
