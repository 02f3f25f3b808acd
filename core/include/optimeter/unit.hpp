// Units: each run is a piece of its own, and a result folder is a sequence of such pieces.
//
// The words for a run, from the plan to the files:
//
//     Run (experiment.plan)   what is to be done: a problem, a trial, a budget
//     Problem                 it is made on this; a Recorder writes it down line by line
//     Recording, RunSink      the end of the recorder that takes the lines
//     Unit                    the facts of the run that was recorded, without its lines
//     HeldUnit                a finished run that is not stored yet: facts and lines
//     UnitPlace               where a stored unit is: in a file of its own, in a part of a pack
//     Outcome                 how the run ended: a line of the journal
//     Result (experiment)     an outcome and the place of its unit
//     MemoryRun               a run as arrays, for those who want no files
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "optimeter/problem.hpp"

namespace optimeter {

/// How the index of a result folder is written.
enum class IndexStyle {
  kText,  ///< COCO: entries separated by line ends, runs appended to the last line
  kJson,  ///< IOHprofiler: one JSON document a function
};

/// One of the files to which a run adds lines.
struct Section {
  std::string path;  ///< relative to the folder, e.g. "data_f1/bbobexp_f1_DIM2.dat"
  /// Files of one data set are numbered together (`-0001`) when the first one exists already. An
  /// independent section, e.g. the archive of one problem, is not.
  bool independent = false;
};

/// What the index says of a run, ready to be written: text, no time, no machine.
struct IndexEntry {
  IndexStyle style = IndexStyle::kText;
  std::string file;      ///< relative to the folder, e.g. "bbobexp_f1.info"
  std::string preamble;  ///< opens an index file
  std::string set;     ///< opens a data set; runs with equal text in direct succession share files
  std::string base;    ///< prefix of the data file's path that the index leaves out
  std::string run;     ///< the run as long as it is open, e.g. ", 3"
  std::string result;  ///< what is appended when it is finished, e.g. ":200|3.1e-02"
};

/// The facts of a recorded run: everything except for its lines.
struct Unit {
  std::string suite;
  std::string problem;  ///< id
  int function = 0;
  std::size_t dimension = 0;
  std::int64_t instance = 0;
  std::uint64_t evaluations = 0;  ///< zero: the run never began, and leaves nothing in the folder
  std::uint64_t evaluations_constraints = 0;  ///< all, also after the last one of the objectives
  double best = 0.0;  ///< the best recorded value: f - f_opt where the optimum is known
  std::uint64_t restarts = 0;
  bool revealed = false;  ///< the user looked at the optimum
  /// Other processes evaluated, too: the order of the evaluations is that of their arrival.
  bool several_processes = false;
  IndexEntry index;
  std::vector<Section> sections;
};

/// A finished run as a file of its own:
///
///     optimeter-unit 1
///     name length          one line for each fact and each section, the value follows
///     value
///     checksum <16 hex digits of FNV-1a over everything before>
///
/// The file appears under its name complete or not at all. It holds no time and no trace of the
/// machine: the same run gives the same bytes.
///
/// `assemble` writes the folder of a whole experiment from units. Only the order of the units
/// matters, not when, where or by whom they were made: same units, same bytes.

/// Many short runs share a file, a pack: the units behind each other, then an index.
///
///     optimeter-units 1
///     …                    the units
///     run offset size      one line for each
///     index <16 digits: where these lines begin>

/// Where a unit is stored: in a file of its own or in a part of a pack.
struct UnitPlace {
  static constexpr std::uint64_t kToTheEnd = ~std::uint64_t{0};

  std::filesystem::path path;
  std::uint64_t offset = 0;
  std::uint64_t size = kToTheEnd;
};

/// The units of a pack with the numbers under which the owner of the pack knows the runs.
using PackedUnits = std::vector<std::pair<std::uint64_t, UnitPlace>>;

/// The facts of a stored unit. Throws FileError when it is missing, cut off or damaged.
Unit read_unit(const UnitPlace& place);

/// What is in a pack. Throws FileError when it is missing, no pack or cut off.
PackedUnits read_pack(const std::filesystem::path& path);

/// Copies units into a pack, in this order. It is written beside `path`, flushed to the disk and
/// renamed; `path` may be one of the packs that the units come from.
void write_pack(const std::filesystem::path& path, const PackedUnits& units);

/// Copies a pack; the units of the runs named here get another index of their problem in COCO's
/// headers, where they have one: it depends on how many problems the suite has.
void renumber_pack(const std::filesystem::path& path,
                   const std::map<std::uint64_t, std::int64_t>& indices);

/// Puts units together, in the given order, as the result folder that an observer would have
/// written for these runs one after the other. Units are read one at a time. Each file of the
/// folder is written beside its place and renamed when it is complete; files of an earlier assembly
/// of fewer units are replaced. Returns the names of all files, with slashes. Throws FileError and
/// leaves the units alone.
std::vector<std::string> assemble(const std::vector<UnitPlace>& units,
                                  const std::filesystem::path& folder, bool sync = false);

}  // namespace optimeter
