// What a function called from a program of XLA gets and gives: the parts of XLA's binary interface
// for foreign functions (major version 0) that `register_jax.cpp` uses. Structures grow at their
// ends only, and each says how large it is.
#pragma once

#include <cstddef>
#include <cstdint>

namespace optimeter::xla {

struct Extension {
  std::size_t size;
  int kind;
  Extension* next;
};
inline constexpr int kMetadata = 1;  ///< kind of the extension that asks what a handler is

struct Version {
  std::size_t size;
  Extension* extensions;
  int major;
  int minor;
};

struct Error;  ///< of the caller

struct ErrorRequest {
  std::size_t size;
  Extension* extensions;
  const char* message;
  int code;
};
inline constexpr int kAborted = 10;   ///< the run is over
inline constexpr int kInternal = 13;  ///< anything else

struct Context;  ///< of one execution, the caller's

struct StreamRequest {
  std::size_t size;
  Extension* extensions;
  Context* context;
  void* stream;  ///< the answer
};

/// The functions of the caller.
struct Api {
  std::size_t size;
  Extension* extensions;
  Version version;
  const void* internal;
  Error* (*make_error)(ErrorRequest*);
  void (*error_message)(void*);
  void (*destroy_error)(void*);
  Error* (*register_handler)(void*);
  Error* (*get_stream)(StreamRequest*);
};

struct Buffer {
  std::size_t size;
  Extension* extensions;
  int type;
  void* data;
  std::int64_t rank;
  std::int64_t* dimensions;
};
inline constexpr int kFloat64 = 12;  ///< type of a buffer

/// Arguments or results.
struct Buffers {
  std::size_t size;
  Extension* extensions;
  std::int64_t count;
  int* kinds;
  Buffer** buffers;
};

struct Text {
  const char* begin;
  std::size_t length;
};

struct Scalar {
  int type;
  void* value;
};

struct Attributes {
  std::size_t size;
  Extension* extensions;
  std::int64_t count;
  int* kinds;
  Text** names;
  void** values;  ///< of scalars: `Scalar*`
};

struct Call {
  std::size_t size;
  Extension* extensions;
  const Api* api;
  Context* context;
  int stage;
  Buffers arguments;
  Buffers results;
  Attributes attributes;
};

/// What a handler says of itself.
struct Metadata {
  std::size_t size;
  Version version;
  std::uint32_t traits;
};

struct MetadataExtension {
  Extension base;
  Metadata* metadata;
};

}  // namespace optimeter::xla
