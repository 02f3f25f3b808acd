#include "optimeter/parsers/coco.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

#include "parsers/parallel.hpp"

namespace optimeter::parsers {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Record {
  std::int64_t f;
  std::int64_t g;
  double value;
  std::int32_t source;
  std::int32_t successes;
  std::int32_t runs;
};

// Number in the first pair of parentheses, as in "fitness - Fopt (7.948e+01)".
double number_in_parentheses(std::string_view header) {
  const std::size_t open = header.find('(');
  if (open == std::string_view::npos) return std::nan("");
  const std::size_t close = header.find(')', open);
  if (close == std::string_view::npos) return std::nan("");
  return parse_double(trim(header.substr(open + 1, close - open - 1))).value_or(std::nan(""));
}

// Value of "key = number" in a comment; nothing if the key does not occur.
std::optional<double> number_after(std::string_view comment, std::string_view key) {
  const std::size_t at = comment.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = comment.substr(at + key.size());
  rest = trim(rest.substr(0, rest.find(',')));
  return parse_double(take_token(rest));
}

// Reads the blocks of one file line by line.
class Reader {
 public:
  Reader(std::string_view text, BlockKind fallback) : lines_(text), fallback_(fallback) {}

  CocoFile read() {
    while (lines_.next()) read_line();
    finish_block();
    return std::move(file_);
  }

  // Lines that hold a decimal comma, and whether any number has a decimal point.
  bool has_decimal_commas() const { return commas_ > 0 && points_ == 0; }

 private:
  void read_line() {
    const std::string_view line = trim(lines_.line());
    if (line.empty()) return;
    if (line.front() == '%') {
      read_comment(line);
    } else if (line.front() == '#') {
      file_.notes.add("R23", lines_.number());
    } else {
      if (pending_) resolve_comments();
      read_record(line);
    }
  }

  // Comment lines are collected until it is clear whether they begin a block.
  void read_comment(std::string_view line) {
    if (!pending_ || pending_kind_ != BlockKind::kUnknown) {
      // After a complete header the next comment begins another block: the one before is empty.
      if (pending_) resolve_comments();
      pending_ = true;
      pending_line_ = lines_.number();
      pending_kind_ = BlockKind::kUnknown;
      pending_instance_ = -1;
      pending_reference_ = std::nan("");
    }
    const auto has = [line](std::string_view words) {
      return line.find(words) != std::string_view::npos;
    };
    if (const auto instance = number_after(line, "instance =");
        instance && std::fabs(*instance) < 1e15) {
      pending_instance_ = std::llround(*instance);
    }
    if (const auto value = number_after(line, "reference value =")) pending_reference_ = *value;
    if (has("algorithm type = best")) {
      pending_kind_ = BlockKind::kReference;
    } else if (has("| indicator value")) {
      pending_kind_ = BlockKind::kBiobjective;
    } else if (has("f evaluations |")) {
      pending_kind_ = BlockKind::kNew;
      pending_reference_ = number_in_parentheses(line);
    } else if (has("function evaluation |")) {
      pending_kind_ = BlockKind::kOld;
      pending_reference_ = number_in_parentheses(line);
    }
  }

  void resolve_comments() {
    pending_ = false;
    if (pending_kind_ == BlockKind::kUnknown && headers_seen_ && in_block_) {
      file_.notes.add("R23", pending_line_);  // a remark in the middle of a run
      return;
    }
    finish_block();
    in_block_ = true;
    headers_seen_ = headers_seen_ || pending_kind_ != BlockKind::kUnknown;
    kind_ = pending_kind_ == BlockKind::kUnknown ? fallback_ : pending_kind_;
    file_.line.push_back(pending_line_);
    file_.kind.push_back(static_cast<std::uint8_t>(kind_));
    file_.instance.push_back(pending_instance_);
    file_.reference.push_back(pending_reference_);
  }

  void begin_headless_block() {
    in_block_ = true;
    kind_ = fallback_;
    file_.line.push_back(lines_.number());
    file_.kind.push_back(static_cast<std::uint8_t>(kind_));
    file_.instance.push_back(-1);
    file_.reference.push_back(std::nan(""));
  }

  void read_record(std::string_view line) {
    if (!in_block_) begin_headless_block();
    if (lines_.open_end() && is_cut_off(line)) {
      file_.notes.add("R6", lines_.number());
      return;
    }
    std::string_view rest = line;
    const std::string_view count_token = take_token(rest);
    const std::string_view second = take_token(rest);
    const bool short_line = kind_ == BlockKind::kBiobjective;
    const std::string_view value_token = short_line ? second : take_token(rest);
    Record record{0, 0, 0.0, -1, 0, 0};
    bool inexact = false;
    const auto count = parse_count(count_token, inexact);
    const auto value = parse_double(value_token);
    note_decimal_sign(value_token);
    if (!count || !value) {
      file_.notes.add(lines_.open_end() ? "R6" : "A1", lines_.number());
      return;
    }
    if (inexact) file_.notes.add("R20", lines_.number());
    record.f = *count;
    record.value = *value;
    if (record.f <= 0) {
      file_.notes.add("R16", lines_.number());
      return;
    }
    if (kind_ == BlockKind::kNew) {
      const auto g = parse_count(second, inexact);
      if (!g || *g < 0 || *g > std::numeric_limits<std::int64_t>::max() - record.f) {
        file_.notes.add("A1", lines_.number());
        return;
      }
      record.g = *g;
    }
    if (kind_ == BlockKind::kReference) read_source(rest, record);
    if (record.value == -kInfinity) record.value = std::nan("");  // nobody measured that
    if (std::isnan(record.value)) file_.notes.add("R15", lines_.number());
    value_length_ = value_token.size();
    previous_line_ = line;
    records_.push_back(record);
  }

  // Whether the last line of the file, which lacks its line end, is only the beginning of a line.
  bool is_cut_off(std::string_view line) const {
    const std::int64_t tokens = count_tokens(line);
    if (tokens < (kind_ == BlockKind::kBiobjective ? 2 : 3)) return true;
    if (previous_line_.empty()) return false;
    if (tokens < count_tokens(previous_line_)) return true;
    const std::string_view last = line.substr(line.find_last_of(" \t") + 1);
    if (kind_ != BlockKind::kReference && !parse_double(last)) return true;
    // The value itself is the last token: all of them have one width.
    return kind_ == BlockKind::kBiobjective && tokens == 2 && last.size() < value_length_;
  }

  void note_decimal_sign(std::string_view token) {
    if (token.find(',') != std::string_view::npos) ++commas_;
    if (token.find('.') != std::string_view::npos) ++points_;
  }

  // The columns after the target of a reference algorithm: archive name, successes, runs.
  void read_source(std::string_view rest, Record& record) {
    const std::string name(take_token(rest));
    bool inexact = false;
    const auto successes = parse_count(take_token(rest), inexact);
    const auto runs = parse_count(take_token(rest), inexact);
    constexpr std::int64_t kLimit = std::numeric_limits<std::int32_t>::max();
    if (name.empty() || !successes || !runs || *successes < 0 || *runs < 0 || *successes > kLimit ||
        *runs > kLimit) {
      file_.notes.add("R30", lines_.number());
      return;
    }
    const auto [entry, added] =
        source_numbers_.try_emplace(name, static_cast<std::int32_t>(file_.sources.size()));
    if (added) file_.sources.push_back(name);
    record.source = entry->second;
    record.successes = static_cast<std::int32_t>(*successes);
    record.runs = static_cast<std::int32_t>(*runs);
  }

  // Turns the records of the block into its columns and steps.
  void finish_block() {
    if (pending_ && (pending_kind_ != BlockKind::kUnknown || !headers_seen_)) {
      resolve_comments();  // a header at the very end: an empty block
      finish_block();
      return;
    }
    if (!in_block_) return;
    in_block_ = false;
    sort_records();
    file_.lines.push_back(static_cast<std::int64_t>(records_.size()));
    file_.first.push_back(records_.empty() ? 0 : records_.front().f + records_.front().g);
    file_.last.push_back(records_.empty() ? 0 : records_.back().f + records_.back().g);
    file_.last_g.push_back(records_.empty() ? 0 : records_.back().g);
    if (!records_.empty() && records_.front().f != 1 && kind_ != BlockKind::kReference) {
      file_.notes.add("R18", file_.line.back());
    }
    add_steps();
    records_.clear();
    previous_line_ = {};
  }

  void sort_records() {
    bool decreasing = false;
    bool repeated = false;
    for (std::size_t i = 1; i < records_.size(); ++i) {
      decreasing = decreasing || records_[i].f < records_[i - 1].f;
      repeated = repeated || records_[i].f == records_[i - 1].f;
    }
    if (decreasing) {
      file_.notes.add("R17", file_.line.back());
      std::stable_sort(records_.begin(), records_.end(),
                       [](const Record& a, const Record& b) { return a.f < b.f; });
    } else if (repeated) {
      file_.notes.add("R17a", file_.line.back());
    }
  }

  void add_steps() {
    double best = kInfinity;
    double previous = kInfinity;
    bool any = false;
    bool rises = false;
    const std::size_t begin = file_.step_value.size();
    for (const Record& record : records_) {
      if (std::isnan(record.value)) continue;
      rises = rises || record.value > previous;
      previous = record.value;
      if (any && !(record.value < best)) continue;
      any = true;
      best = record.value;
      const std::int64_t evaluations = record.f + record.g;
      // The same count again with a better value; or an earlier one, where the count of constraint
      // evaluations went back.
      while (file_.step_value.size() > begin && evaluations <= file_.step_evaluations.back()) {
        drop_last_step();
      }
      push_step(record, evaluations);
    }
    if (rises) file_.notes.add("Q14", file_.line.back());
    file_.best.push_back(best);
    file_.step_ends.push_back(static_cast<std::int64_t>(file_.step_value.size()));
  }

  void push_step(const Record& record, std::int64_t evaluations) {
    if (record.g > 0 && file_.step_g.empty()) file_.step_g.resize(file_.step_value.size(), 0);
    if (record.g > 0 || !file_.step_g.empty()) file_.step_g.push_back(record.g);
    file_.step_evaluations.push_back(evaluations);
    file_.step_value.push_back(record.value);
    if (kind_ == BlockKind::kReference || !file_.step_source.empty()) {
      const std::size_t before = file_.step_value.size() - 1;
      file_.step_source.resize(before, -1);
      file_.step_successes.resize(before, 0);
      file_.step_runs.resize(before, 0);
      file_.step_source.push_back(record.source);
      file_.step_successes.push_back(record.successes);
      file_.step_runs.push_back(record.runs);
    }
  }

  void drop_last_step() {
    file_.step_evaluations.pop_back();
    file_.step_value.pop_back();
    if (!file_.step_g.empty()) file_.step_g.pop_back();
    if (!file_.step_source.empty()) {
      file_.step_source.pop_back();
      file_.step_successes.pop_back();
      file_.step_runs.pop_back();
    }
  }

  Lines lines_;
  const BlockKind fallback_;
  CocoFile file_;
  std::vector<Record> records_;
  std::unordered_map<std::string, std::int32_t> source_numbers_;
  std::string_view previous_line_;
  std::size_t value_length_ = 0;
  std::int64_t commas_ = 0;
  std::int64_t points_ = 0;

  bool in_block_ = false;
  bool headers_seen_ = false;
  BlockKind kind_ = BlockKind::kUnknown;

  bool pending_ = false;
  std::int64_t pending_line_ = 0;
  BlockKind pending_kind_ = BlockKind::kUnknown;
  std::int64_t pending_instance_ = -1;
  double pending_reference_ = 0.0;
};

// Replaces decimal commas by points in data lines; comment lines stay as they are.
std::string with_decimal_points(std::string_view text) {
  std::string copy(text);
  bool comment = false;
  bool line_start = true;
  for (char& c : copy) {
    if (c == '\n' || c == '\r') {
      line_start = true;
      comment = false;
    } else if (line_start && c != ' ' && c != '\t') {
      comment = c == '%' || c == '#';
      line_start = false;
    }
    if (c == ',' && !comment) c = '.';
  }
  return copy;
}

}  // namespace

CocoFile parse_coco(std::string_view text, BlockKind fallback) {
  Reader reader(text, fallback);
  CocoFile file = reader.read();
  if (!reader.has_decimal_commas()) return file;
  const std::string copy = with_decimal_points(text);
  CocoFile repaired = Reader(copy, fallback).read();
  repaired.notes.add("R19", 1);
  return repaired;
}

std::vector<CocoFile> parse_coco_files(std::span<const std::string_view> texts,
                                       std::span<const BlockKind> fallbacks) {
  std::vector<CocoFile> files(texts.size());
  for_each_in_parallel(texts,
                       [&](std::size_t i) { files[i] = parse_coco(texts[i], fallbacks[i]); });
  return files;
}

}  // namespace optimeter::parsers
