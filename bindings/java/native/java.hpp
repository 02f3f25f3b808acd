// What both halves of the native library share: strings, arrays, exceptions.
#pragma once

#include <jni.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace optimeter::java {

inline void raise(JNIEnv* env, const char* type, const char* message) {
  if (env->ExceptionCheck() != 0) return;
  if (jclass const found = env->FindClass(type)) env->ThrowNew(found, message);
}

constexpr const char* kNull = "java/lang/NullPointerException";
constexpr const char* kArgument = "java/lang/IllegalArgumentException";
constexpr const char* kState = "java/lang/IllegalStateException";
constexpr const char* kMemory = "java/lang/OutOfMemoryError";

/// A text of Java in UTF-8 for the time of a call. Null is an exception, unless it may be.
class Text {
 public:
  Text(JNIEnv* env, jstring given, const char* name, bool may_be_null = false)
      : env_(env), given_(given) {
    if (env->ExceptionCheck() != 0) return;  // of the argument before
    if (given == nullptr) {
      if (!may_be_null) raise(env, kNull, (std::string(name) + " must not be null").c_str());
      return;
    }
    chars_ = env->GetStringUTFChars(given, nullptr);
  }
  ~Text() {
    if (chars_ != nullptr) env_->ReleaseStringUTFChars(given_, chars_);
  }
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;
  const char* get() const { return chars_; }

 private:
  JNIEnv* env_;
  jstring given_;
  const char* chars_ = nullptr;
};

/// A copy of an array of doubles, without a call of the allocator for common sizes.
class Point {
 public:
  /// False, with an exception, for null.
  bool read(JNIEnv* env, jdoubleArray given, const char* name) {
    if (env->ExceptionCheck() != 0) return false;
    if (given == nullptr) {
      raise(env, kNull, (std::string(name) + " must not be null").c_str());
      return false;
    }
    size_ = static_cast<std::size_t>(env->GetArrayLength(given));
    if (size_ > few_.size()) many_.resize(size_);
    env->GetDoubleArrayRegion(given, 0, static_cast<jsize>(size_), data());
    return true;
  }
  double* data() { return size_ > few_.size() ? many_.data() : few_.data(); }
  std::size_t size() const { return size_; }

 private:
  std::array<double, 64> few_;
  std::vector<double> many_;
  std::size_t size_ = 0;
};

inline jdoubleArray array_of(JNIEnv* env, const double* values, std::size_t size) {
  jdoubleArray const made = env->NewDoubleArray(static_cast<jsize>(size));
  if (made != nullptr) env->SetDoubleArrayRegion(made, 0, static_cast<jsize>(size), values);
  return made;
}

template <typename T>
T* handle_of(jlong number) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(number));
}
template <typename T>
jlong number_of(T* handle) {
  return static_cast<jlong>(reinterpret_cast<std::uintptr_t>(handle));
}

}  // namespace optimeter::java
