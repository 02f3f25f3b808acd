// Lines, tokens and numbers of recorded text files; independent of the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace optimeter::parsers {

/// Something a parser noticed: the first line it happened on and how often it did.
/// `rule` names the rule of the format description; it points to a string literal.
struct Note {
  const char* rule;
  std::int64_t line;
  std::int64_t count;
};

/// Collects notes, one for each rule.
class Notes {
 public:
  void add(const char* rule, std::int64_t line, std::int64_t count = 1);
  const std::vector<Note>& all() const { return notes_; }

 private:
  std::vector<Note> notes_;
};

/// Walks the lines of a text. Lines end with LF, CRLF or CR, also mixed; the last may lack its end.
/// The text must outlive the walk.
class Lines {
 public:
  explicit Lines(std::string_view text);
  /// Moves to the next line; false when there is none.
  bool next();
  /// The current line without its end.
  std::string_view line() const { return line_; }
  /// Its number, from 1.
  std::int64_t number() const { return number_; }
  /// Whether the current line is the last one and has no line end.
  bool open_end() const { return open_end_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::int64_t number_ = 0;
  bool open_end_ = false;
  bool lone_returns_;  // a CR that is not part of a CRLF occurs somewhere
};

/// Takes the next run of characters that are neither blank nor tab off the front of `line`;
/// empty at the end of the line.
std::string_view take_token(std::string_view& line);

/// How many tokens a line has.
std::int64_t count_tokens(std::string_view line);

/// Cuts blanks, tabs and stray line ends off both ends.
std::string_view trim(std::string_view text);

/// A number in any spelling of C, Python and MATLAB, such as `+1.4e+000`, `nan`, `-nan(ind)`,
/// `1.#INF`, `Infinity`. The whole token must be a number; values out of range become infinite or
/// zero.
std::optional<double> parse_double(std::string_view token);

/// An evaluation count, exact up to 2^63 - 1. A count written as a floating-point number
/// (`1e+06`) is accepted too, and then sets `inexact`.
std::optional<std::int64_t> parse_count(std::string_view token, bool& inexact);

}  // namespace optimeter::parsers
