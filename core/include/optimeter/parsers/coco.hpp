// COCO data files (.dat, .tdat, .mdat) of every generation since 2009.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/parsers/text.hpp"

namespace optimeter::parsers {

/// Which columns a block has; known from the header line of the block.
enum class BlockKind : std::uint8_t {
  kUnknown,      ///< no header: columns as in kOld
  kOld,          ///< 2009-2017: evaluations, f - fopt, best - fopt, ...
  kNew,          ///< since 2018: f-evaluations, g-evaluations, best - fopt, ...
  kBiobjective,  ///< evaluations, indicator value, ...
  kReference,    ///< a reference algorithm: expected runtime, target, target, name, k, n
};

/// The blocks (one for each run) of one data file, as columns.
///
/// Block b owns the steps `step_ends[b - 1] .. step_ends[b]`: the lines on which its value
/// improved, strictly increasing in evaluations and strictly decreasing in value.
struct CocoFile {
  // One entry for each block.
  std::vector<std::int64_t> line;      ///< number of its header line
  std::vector<std::uint8_t> kind;      ///< a BlockKind
  std::vector<std::int64_t> instance;  ///< from the header; -1 where it names none
  std::vector<double> reference;       ///< f_opt or reference value of the header; NaN if none
  std::vector<std::int64_t> lines;     ///< usable data lines
  std::vector<std::int64_t> first;     ///< evaluations (f and g) on the first line; 0 if none
  std::vector<std::int64_t> last;      ///< evaluations (f and g) on the last line
  std::vector<std::int64_t> last_g;    ///< the share of g in `last`
  std::vector<double> best;            ///< smallest value; infinite if none
  std::vector<std::int64_t> step_ends;
  // One entry for each step.
  std::vector<std::int64_t> step_evaluations;
  std::vector<std::int64_t> step_g;  ///< constraint evaluations; empty if all are 0
  std::vector<double> step_value;
  // Reference algorithms only, one entry for each step.
  std::vector<std::int32_t> step_source;  ///< position in `sources`
  std::vector<std::int32_t> step_successes;
  std::vector<std::int32_t> step_runs;
  std::vector<std::string> sources;

  Notes notes;
};

/// Parses one data file; accepts any bytes. `fallback` says which columns blocks without a
/// telling header have.
///
/// Lines that cannot be read are dropped, lines out of order are sorted, and either is noted
/// (rules R6, R16-R20, R23, Q14, A1).
CocoFile parse_coco(std::string_view text, BlockKind fallback);

/// Parses many files on several threads; results come in the order of the input.
std::vector<CocoFile> parse_coco_files(std::span<const std::string_view> texts,
                                       std::span<const BlockKind> fallbacks);

}  // namespace optimeter::parsers
