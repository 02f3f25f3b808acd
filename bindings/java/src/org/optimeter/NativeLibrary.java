package org.optimeter;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** Loads the native library that lies in the jar. */
public final class NativeLibrary {
  private static boolean loaded;

  private NativeLibrary() {}

  /** Loads the library once; further calls do nothing. */
  public static synchronized void load() {
    if (loaded) {
      return;
    }
    String name = System.mapLibraryName("optimeter_jni");
    String place = "/native/" + platform() + "/" + name;
    try (InputStream library = NativeLibrary.class.getResourceAsStream(place)) {
      if (library == null) {
        throw new UnsatisfiedLinkError("the jar has no library for this platform: " + place);
      }
      Path folder = Files.createTempDirectory("optimeter");
      Path file = folder.resolve(name);
      Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
      System.load(file.toString());
      // The file may go where the system allows it; else it goes when the process ends.
      if (!file.toFile().delete()) {
        file.toFile().deleteOnExit();
      }
      if (!folder.toFile().delete()) {
        folder.toFile().deleteOnExit();
      }
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    loaded = true;
  }

  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String os = system.startsWith("windows") ? "windows" : system.startsWith("mac") ? "macos" : "linux";
    String arch = machine.equals("amd64") ? "x86_64" : machine.equals("arm64") ? "aarch64" : machine;
    return os + "-" + arch;
  }
}
