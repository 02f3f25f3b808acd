// Noise on objective values, and where its random numbers come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "optimeter/fork_mutex.hpp"

namespace optimeter {

/// Where a source of noise stands. Two sources of one problem in the same state give the same
/// numbers.
struct NoiseState {
  bool coco = false;
  /// The seed and the number of draws; of COCO's stream the counters of its uniform and of its
  /// normal numbers.
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

/// Disturbs objective values. Owned by one problem, which calls it under its lock, in the order of
/// the evaluations.
class Noise {
 public:
  Noise() = default;
  virtual ~Noise() = default;
  Noise(const Noise&) = delete;
  Noise& operator=(const Noise&) = delete;

  /// `y` receives the disturbed values of n points whose noise-free values are given. n points in
  /// one call and n calls draw the same numbers. `y` may be `noise_free`.
  virtual void disturb(const double* x, const double* noise_free, std::size_t n, double* y) = 0;
  /// Whether the final target is hit by the value that is handed out, as in COCO, or by the true
  /// one.
  virtual bool shows_target() const { return true; }
  /// Begins a new stream. Without effect on COCO's stream, which has no seed.
  virtual void reseed(std::uint64_t seed) = 0;
  virtual NoiseState state() const = 0;
  virtual void restore(const NoiseState& state) = 0;
  virtual std::unique_ptr<Noise> clone() const = 0;
};

/// The random numbers of COCO's noisy suite: two counters, each number the first one of a legacy
/// generator seeded with the next count. COCO has one such stream a process and restarts it with
/// every suite; here it is an object that the problems of a suite share. Thread-safe.
class CocoStream {
 public:
  /// Consecutive draws of one evaluation, not interrupted by other problems.
  class Draws {
   public:
    explicit Draws(CocoStream& stream) : stream_(stream), lock_(stream.mutex_) {}
    double uniform();
    double normal();

   private:
    CocoStream& stream_;
    std::lock_guard<ForkMutex> lock_;
  };

  /// The counters of the uniform and of the normal numbers.
  NoiseState state() const;
  void restore(const NoiseState& state);

 private:
  static constexpr std::uint64_t kStart = 30;

  mutable ForkMutex mutex_;
  std::uint64_t uniform_ = kStart;
  std::uint64_t normal_ = kStart;
};

}  // namespace optimeter
