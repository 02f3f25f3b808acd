// The state of a run as bytes, from which it goes on as if nothing had happened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "optimeter/errors.hpp"

namespace optimeter {

/// Takes members of objects one after the other, or puts them back: what a class hands to it, in
/// one function `carry`, is stored and restored in the same order.
///
///     void Trigger::carry(Snapshot& state) { state(index_, next_); }
///
/// The bytes are for the build of the engine that wrote them. Cut off or too long ones throw
/// FileError when they are put back.
class Snapshot {
 public:
  /// Stores.
  Snapshot() = default;
  /// Puts back.
  explicit Snapshot(std::string bytes) : bytes_(std::move(bytes)), restores_(true) {}

  bool restores() const { return restores_; }
  const std::string& bytes() const { return bytes_; }

  template <typename... Members>
  void operator()(Members&... members) {
    (carry(members), ...);
  }

  /// After the last member was put back: nothing may be left.
  void end() const {
    if (restores_ && place_ != bytes_.size()) throw_damaged();
  }

 private:
  [[noreturn]] static void throw_damaged() {
    throw FileError("the stored state of a run is damaged, or of another version");
  }

  void raw(void* data, std::size_t size) {
    if (!restores_) {
      bytes_.append(static_cast<const char*>(data), size);
      return;
    }
    if (size > bytes_.size() - place_) throw_damaged();
    if (size > 0) std::memcpy(data, bytes_.data() + place_, size);
    place_ += size;
  }

  // How many elements follow, each of which takes a byte at least.
  std::size_t count(std::size_t size) {
    std::uint64_t number = size;
    carry(number);
    if (restores_ && number > bytes_.size() - place_) throw_damaged();
    return static_cast<std::size_t>(number);
  }

  void carry(std::string& text) {
    text.resize(count(text.size()));
    raw(text.data(), text.size());
  }
  template <typename Member>
  void carry(std::vector<Member>& all) {
    all.resize(count(all.size()));
    for (Member& one : all) carry(one);
  }
  template <typename Member>
  void carry(std::optional<Member>& one) {
    bool there = one.has_value();
    carry(there);
    if (restores_) one = there ? std::optional<Member>(Member{}) : std::nullopt;
    if (there) carry(*one);
  }
  template <typename Member>
  void carry(Member& member) {
    if constexpr (std::is_arithmetic_v<Member>) {
      raw(&member, sizeof member);
    } else {
      member.carry(*this);
    }
  }

  std::string bytes_;
  std::size_t place_ = 0;
  bool restores_ = false;
};

}  // namespace optimeter
