// Memory of a GPU, by its owner.
#pragma once

#include <cstddef>

#include "device/driver.hpp"

namespace optimeter::cuda {

/// Memory that lives until it is destroyed; whoever uses it must be done by then.
class Buffer {
 public:
  Buffer(int ordinal, std::size_t bytes) : ordinal_(ordinal), bytes_(bytes) {
    const Current current(ordinal_);
    check(driver().MemAlloc(&address_, bytes_ == 0 ? 1 : bytes_), "cuMemAlloc");
  }
  ~Buffer() {
    in_context(ordinal_, [this] { driver().MemFree(address_); });  // waits for the GPU
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  Address address() const { return address_; }
  std::size_t bytes() const { return bytes_; }

 private:
  int ordinal_;
  std::size_t bytes_;
  Address address_ = 0;
};

/// Memory for work on one stream, in its order; the context must be current.
class StreamBuffer {
 public:
  StreamBuffer(std::size_t bytes, Stream stream) : stream_(stream) {
    check(driver().MemAllocAsync(&address_, bytes == 0 ? 1 : bytes, stream_), "cuMemAllocAsync");
  }
  ~StreamBuffer() { driver().MemFreeAsync(address_, stream_); }
  StreamBuffer(const StreamBuffer&) = delete;
  StreamBuffer& operator=(const StreamBuffer&) = delete;

  Address address() const { return address_; }

 private:
  Stream stream_;
  Address address_ = 0;
};

}  // namespace optimeter::cuda
