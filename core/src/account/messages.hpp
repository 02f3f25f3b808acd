// What processes say to one another about the evaluations of a run: a head and a body.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace optimeter::account {

enum class Kind : std::uint32_t {
  kNone,
  // Of the process that evaluates. Each begins with the key of the run and has one answer.
  kAsk,        // What, rows, points
  kReport,     // token, values, constraints, messages of failures
  kGiveBack,   // token
  kProgress,   //
  kRecommend,  // point, values, constraints
  kRestart,    //
  kReveal,     //
  kAttribute,  // value, name
  // Answers.
  kGranted,   // token, rows
  kSettled,   // the rows that count, values if there is noise, then why it has to stop
  kCounters,  // Progress
  kDone,      //
  kStop,      // all others: why
  kOver,
  kFileFailed,
  kInvalid,
};

/// What is evaluated.
enum class What : std::uint64_t { kObjectives, kConstraints, kAll };

struct Head {
  static constexpr std::uint32_t kMagic = 0x6f6d3031;
  static constexpr std::uint64_t kLargest = std::uint64_t{1} << 31;

  std::uint32_t magic = kMagic;
  Kind kind{};
  std::uint64_t size = 0;  // of the body
};

/// A message that is being written: numbers, one after the other.
class Writer {
 public:
  explicit Writer(Kind kind) : bytes_(sizeof(Head)) { head_.kind = kind; }

  template <typename T>
  Writer& put(const T& value) {
    return put(&value, 1);
  }
  template <typename T>
  Writer& put(const T* values, std::size_t count) {
    if (count == 0) return *this;
    const std::size_t size = bytes_.size();
    bytes_.resize(size + count * sizeof(T));
    std::memcpy(bytes_.data() + size, values, count * sizeof(T));
    return *this;
  }
  Writer& put_text(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    return put(text.data(), text.size());
  }

  const std::vector<char>& bytes() {
    head_.size = bytes_.size() - sizeof(Head);
    std::memcpy(bytes_.data(), &head_, sizeof head_);
    return bytes_;
  }

 private:
  Head head_;
  std::vector<char> bytes_;
};

/// A body that is being read. What is missing gives zeros and `good() == false`.
class Reader {
 public:
  Reader(const char* data, std::size_t size) : data_(data), left_(size) {}

  template <typename T>
  T get() {
    T value{};
    get(&value, 1);
    return value;
  }
  template <typename T>
  void get(T* values, std::size_t count) {
    if (count > left_ / sizeof(T)) {
      good_ = false;
      left_ = 0;
      return;
    }
    if (count > 0) std::memcpy(values, data_, count * sizeof(T));
    data_ += count * sizeof(T);
    left_ -= count * sizeof(T);
  }
  template <typename T>
  std::vector<T> get_all(std::uint64_t count) {
    if (count > left_ / sizeof(T)) {
      good_ = false;
      return {};
    }
    std::vector<T> values(static_cast<std::size_t>(count));
    get(values.data(), values.size());
    return values;
  }
  std::string get_text() {
    const std::vector<char> text = get_all<char>(get<std::uint64_t>());
    return {text.begin(), text.end()};
  }

  bool good() const { return good_; }
  std::size_t left() const { return left_; }

 private:
  const char* data_;
  std::size_t left_;
  bool good_ = true;
};

}  // namespace optimeter::account
