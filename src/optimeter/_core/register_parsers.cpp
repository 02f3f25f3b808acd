// Parsers of recorded data: bytes in, columns out. Private to the room `data`.
#include <nanobind/stl/string.h>

#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "interpreter.hpp"
#include "optimeter/parsers/coco.hpp"
#include "optimeter/parsers/csv.hpp"
#include "optimeter/parsers/index.hpp"
#include "optimeter/parsers/ioh.hpp"
#include "optimeter/parsers/tar.hpp"
#include "support.hpp"

namespace optimeter::python {
namespace {

/// Holds the memory of Python buffers while the interpreter lock is released.
class Buffers {
 public:
  explicit Buffers(const nb::list& objects) : views_(objects.size()) {
    for (const nb::handle object : objects) {
      if (PyObject_GetBuffer(object.ptr(), &views_[acquired_], PyBUF_SIMPLE) != 0) {
        release();
        throw nb::python_error();
      }
      texts_.emplace_back(static_cast<const char*>(views_[acquired_].buf),
                          static_cast<std::size_t>(views_[acquired_].len));
      ++acquired_;
    }
  }
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;
  ~Buffers() { release(); }

  const std::vector<std::string_view>& texts() const { return texts_; }

 private:
  void release() {
    for (std::size_t i = 0; i < acquired_; ++i) PyBuffer_Release(&views_[i]);
    acquired_ = 0;
  }

  std::vector<Py_buffer> views_;
  std::vector<std::string_view> texts_;
  std::size_t acquired_ = 0;
};

nb::list one(const nb::object& object) {
  nb::list list;
  list.append(object);
  return list;
}

/// One column of all files end to end.
template <typename File, typename T>
nb::object joined(const std::vector<File>& files, std::vector<T> File::* column) {
  std::size_t size = 0;
  for (const File& file : files) size += (file.*column).size();
  T* data = nullptr;
  nb::object array = empty_array(size, data);
  for (const File& file : files) {
    const std::vector<T>& values = file.*column;
    if (!values.empty()) std::memcpy(data, values.data(), values.size() * sizeof(T));
    data += values.size();
  }
  return array;
}

nb::bytes to_bytes(std::string_view text) { return nb::bytes(text.data(), text.size()); }

nb::list to_list(const parsers::Notes& notes, std::size_t file) {
  nb::list list;
  for (const parsers::Note& note : notes.all()) {
    list.append(nb::make_tuple(file, note.line, note.rule, note.count));
  }
  return list;
}

/// A column that only some files have: the others get `missing`.
template <typename T>
void pad(std::vector<T>& column, std::size_t size, bool wanted, T missing) {
  if (wanted) column.resize(size, missing);
}

/// The columns of COCO data files by their names in Python.
template <typename Visit>
void each_column(Visit visit) {
  using parsers::CocoFile;
  visit("line", &CocoFile::line);
  visit("kind", &CocoFile::kind);
  visit("instance", &CocoFile::instance);
  visit("reference", &CocoFile::reference);
  visit("lines", &CocoFile::lines);
  visit("first", &CocoFile::first);
  visit("last", &CocoFile::last);
  visit("last_g", &CocoFile::last_g);
  visit("best", &CocoFile::best);
  visit("step_ends", &CocoFile::step_ends);
  visit("step_evaluations", &CocoFile::step_evaluations);
  visit("step_value", &CocoFile::step_value);
  visit("step_g", &CocoFile::step_g);
  visit("step_source", &CocoFile::step_source);
  visit("step_successes", &CocoFile::step_successes);
  visit("step_runs", &CocoFile::step_runs);
}

/// The blocks of COCO data files, those of all files end to end; a block is a run.
struct CocoBlocks {
  nb::object blocks;  // (files,) number of blocks of each file
  nb::list sources;   // names that step_source stands for
  nb::list notes;
  std::vector<nb::object> columns;  // (blocks,) or (steps,); some may be empty in all files
};

/// The blocks of one data file of IOHprofiler.
struct IohBlocks {
  nb::object line, row_ends, step_ends;  // (blocks,)
  nb::object step_rows;                  // (steps,) the rows at which the best value improves
  nb::object evaluations, value;         // (rows,)
  nb::bytes value_title;
  nb::list columns;  // (title, values) of further columns
  nb::list notes;
};

CocoBlocks parse_coco(const nb::list& buffers, const nb::list& fallbacks) {
  const Buffers held(buffers);
  std::vector<parsers::BlockKind> kinds;
  for (const nb::handle kind : fallbacks) {
    kinds.push_back(nb::cast<parsers::BlockKind>(kind));
  }
  if (kinds.size() != held.texts().size()) raise("DataError", "one fallback a buffer is needed");
  using parsers::CocoFile;
  std::vector<CocoFile> files =
      without_lock([&] { return parsers::parse_coco_files(held.texts(), kinds); });
  nb::list sources;
  nb::list notes;
  std::vector<std::int64_t> blocks;
  std::int64_t steps = 0;
  std::int32_t source_count = 0;
  bool any_g = false;
  bool any_source = false;
  for (const CocoFile& file : files) {
    any_g = any_g || !file.step_g.empty();
    any_source = any_source || !file.step_source.empty();
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    CocoFile& file = files[i];
    const std::size_t size = file.step_value.size();
    blocks.push_back(static_cast<std::int64_t>(file.line.size()));
    for (std::int64_t& end : file.step_ends) end += steps;
    steps += static_cast<std::int64_t>(size);
    for (std::int32_t& source : file.step_source) source += source < 0 ? 0 : source_count;
    source_count += static_cast<std::int32_t>(file.sources.size());
    for (const std::string& source : file.sources) sources.append(to_bytes(source));
    pad<std::int64_t>(file.step_g, size, any_g, 0);
    pad<std::int32_t>(file.step_source, size, any_source, -1);
    pad<std::int32_t>(file.step_successes, size, any_source, 0);
    pad<std::int32_t>(file.step_runs, size, any_source, 0);
    notes.extend(to_list(file.notes, i));
  }
  CocoBlocks result{to_array(blocks), sources, notes, {}};
  each_column([&](const char*, auto column) { result.columns.push_back(joined(files, column)); });
  return result;
}

nb::list parse_ioh(const nb::list& buffers, const nb::list& maximize) {
  const Buffers held(buffers);
  std::vector<bool> signs;
  for (const nb::handle sign : maximize) signs.push_back(nb::cast<bool>(sign));
  if (signs.size() != held.texts().size()) raise("DataError", "one direction a buffer is needed");
  const std::vector<parsers::IohFile> files =
      without_lock([&] { return parsers::parse_ioh_files(held.texts(), signs); });
  nb::list result;
  for (const parsers::IohFile& file : files) {
    nb::list columns;
    for (std::size_t i = 0; i < file.titles.size(); ++i) {
      columns.append(nb::make_tuple(to_bytes(file.titles[i]), to_array(file.columns[i])));
    }
    result.append(IohBlocks{
        .line = to_array(file.line),
        .row_ends = to_array(file.row_ends),
        .step_ends = to_array(file.step_ends),
        .step_rows = to_array(file.step_rows),
        .evaluations = to_array(file.evaluations),
        .value = to_array(file.value),
        .value_title = to_bytes(file.value_title),
        .columns = columns,
        .notes = to_list(file.notes, nb::len(result)),
    });
  }
  return result;
}

nb::tuple parse_index(const nb::object& buffer) {
  const Buffers held(one(buffer));
  const parsers::Index index = parsers::parse_index(held.texts().front());
  nb::list entries;
  for (const parsers::IndexEntry& entry : index.entries) {
    nb::dict keys;
    for (const auto& [key, value] : entry.keys) keys[to_bytes(key)] = to_bytes(value);
    nb::list files;
    for (const parsers::IndexFile& file : entry.files) {
      nb::list runs;
      for (const parsers::IndexRun& run : file.runs) {
        runs.append(nb::make_tuple(run.instance, run.finished, run.evaluations, run.value,
                                   to_bytes(run.attributes)));
      }
      files.append(nb::make_tuple(to_bytes(file.path), runs));
    }
    entries.append(
        nb::make_tuple(entry.line, keys, to_bytes(entry.comment), entry.double_quotes, files));
  }
  return nb::make_tuple(entries, to_list(index.notes, 0));
}

char delimiter_of(const std::string& text) {
  if (text.size() != 1) raise("DataError", "a delimiter is one character");
  return text.front();
}

nb::list csv_titles(const nb::object& buffer, const std::string& delimiter) {
  const Buffers held(one(buffer));
  nb::list titles;
  for (const std::string& title :
       parsers::csv_titles(held.texts().front(), delimiter_of(delimiter))) {
    titles.append(to_bytes(title));
  }
  return titles;
}

/// One tuple (numbers, counts, codes, texts) for each column, and the notes.
nb::tuple parse_csv(const nb::object& buffer, const std::string& delimiter, const nb::list& kinds) {
  const Buffers held(one(buffer));
  std::vector<parsers::CellKind> wanted;
  for (const nb::handle kind : kinds) {
    wanted.push_back(nb::cast<parsers::CellKind>(kind));
  }
  const char separator = delimiter_of(delimiter);
  const parsers::CsvTable table =
      without_lock([&] { return parsers::parse_csv(held.texts().front(), separator, wanted); });
  nb::list columns;
  for (const parsers::CsvColumn& column : table.columns) {
    nb::list texts;
    for (const std::string& text : column.texts) texts.append(to_bytes(text));
    columns.append(nb::make_tuple(to_array(column.numbers), to_array(column.counts),
                                  to_array(column.codes), texts));
  }
  return nb::make_tuple(columns, to_list(table.notes, 0));
}

nb::tuple list_tar(const nb::object& buffer) {
  const Buffers held(one(buffer));
  const parsers::Tar tar = parsers::list_tar(held.texts().front());
  nb::list members;
  for (const parsers::TarMember& member : tar.members) {
    members.append(nb::make_tuple(to_bytes(member.name), member.offset, member.size));
  }
  nb::list links;
  for (const std::string& link : tar.links) links.append(to_bytes(link));
  return nb::make_tuple(members, links, tar.truncated);
}

bool is_tar(const nb::object& buffer) {
  const Buffers held(one(buffer));
  return parsers::is_tar(held.texts().front());
}

}  // namespace

void register_parsers(nb::module_& module) {
  nb::module_ parsers_module = module.def_submodule("parsers", "Parsers of recorded data.");
  using parsers::BlockKind;
  nb::enum_<BlockKind>(parsers_module, "BlockKind", nb::is_arithmetic())
      .value("UNKNOWN", BlockKind::kUnknown)
      .value("OLD", BlockKind::kOld)
      .value("NEW", BlockKind::kNew)
      .value("BIOBJECTIVE", BlockKind::kBiobjective)
      .value("REFERENCE", BlockKind::kReference);
  using parsers::CellKind;
  nb::enum_<CellKind>(parsers_module, "CellKind")
      .value("SKIP", CellKind::kSkip)
      .value("NUMBER", CellKind::kNumber)
      .value("COUNT", CellKind::kCount)
      .value("TEXT", CellKind::kText);
  nb::class_<CocoBlocks> coco_blocks(parsers_module, "CocoBlocks");
  coco_blocks.def_ro("blocks", &CocoBlocks::blocks)
      .def_ro("sources", &CocoBlocks::sources)
      .def_ro("notes", &CocoBlocks::notes);
  each_column([&, place = std::size_t{0}](const char* name, auto) mutable {
    coco_blocks.def_prop_ro(name,
                            [at = place++](const CocoBlocks& self) { return self.columns[at]; });
  });
  nb::class_<IohBlocks>(parsers_module, "IohBlocks")
      .def_ro("line", &IohBlocks::line)
      .def_ro("row_ends", &IohBlocks::row_ends)
      .def_ro("step_ends", &IohBlocks::step_ends)
      .def_ro("step_rows", &IohBlocks::step_rows)
      .def_ro("evaluations", &IohBlocks::evaluations)
      .def_ro("value", &IohBlocks::value)
      .def_ro("value_title", &IohBlocks::value_title)
      .def_ro("columns", &IohBlocks::columns)
      .def_ro("notes", &IohBlocks::notes);
  parsers_module.def("parse_coco", &parse_coco, nb::arg("buffers"), nb::arg("fallbacks"));
  parsers_module.def("parse_ioh", &parse_ioh, nb::arg("buffers"), nb::arg("maximize"));
  parsers_module.def("parse_index", &parse_index, nb::arg("buffer"));
  parsers_module.def("csv_titles", &csv_titles, nb::arg("buffer"), nb::arg("delimiter"));
  parsers_module.def("parse_csv", &parse_csv, nb::arg("buffer"), nb::arg("delimiter"),
                     nb::arg("kinds"));
  parsers_module.def("list_tar", &list_tar, nb::arg("buffer"));
  parsers_module.def("is_tar", &is_tar, nb::arg("buffer"));
}

}  // namespace optimeter::python
