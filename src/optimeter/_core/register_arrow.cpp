// Tables through Arrow's C stream interface (arrow.apache.org/docs/format/CStreamInterface.html):
// other libraries take them, and hand theirs over, without a package in common. Python lays out the
// buffers and reads them; here is what needs addresses, callbacks and lifetimes.
#include <nanobind/stl/string.h>

#include <cerrno>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interpreter.hpp"
#include "support.hpp"

// The layouts are fixed by the interface.
// NOLINTBEGIN(readability-identifier-naming): names of the interface
extern "C" {
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
}
// NOLINTEND(readability-identifier-naming)

namespace optimeter::python {
namespace {

constexpr const char* kCapsule = "arrow_array_stream";
constexpr std::int64_t kNullable = 2;

/// A column, or the table that holds all columns.
struct Column {
  std::string name;
  std::string format;
  std::string metadata;
  std::int64_t length = 0;
  std::vector<const void*> buffers;
  std::vector<Column> children;
};

struct Table {
  Column root;
  std::shared_ptr<void> buffers;  ///< the Python objects that the addresses point into
  bool given = false;
};

/// The children of a structure of the interface, which are released with it unless they were moved.
template <typename Node>
struct Family {
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<Node*> addresses;

  Node* add() {
    nodes.push_back(std::make_unique<Node>());
    addresses.push_back(nodes.back().get());
    return addresses.back();
  }
  void release() const {
    for (Node* const node : addresses) {
      if (node->release != nullptr) node->release(node);
    }
  }
};

struct SchemaData {
  std::string format, name, metadata;
  Family<ArrowSchema> children;
};

struct ArrayData {
  std::shared_ptr<void> keep;
  std::vector<const void*> buffers;
  Family<ArrowArray> children;
};

template <typename Node, typename Data>
void release_node(Node* node) {
  const std::unique_ptr<Data> data(static_cast<Data*>(node->private_data));
  data->children.release();
  node->release = nullptr;
}

void describe(const Column& column, ArrowSchema* out) {
  auto data = std::make_unique<SchemaData>();
  data->format = column.format;
  data->name = column.name;
  data->metadata = column.metadata;
  for (const Column& child : column.children) describe(child, data->children.add());
  *out = {data->format.c_str(),
          data->name.c_str(),
          data->metadata.empty() ? nullptr : data->metadata.data(),
          kNullable,
          static_cast<std::int64_t>(column.children.size()),
          data->children.addresses.data(),
          nullptr,
          release_node<ArrowSchema, SchemaData>,
          nullptr};
  out->private_data = data.release();
}

void hand_over(const Column& column, const std::shared_ptr<void>& keep, ArrowArray* out) {
  auto data = std::make_unique<ArrayData>();
  data->keep = keep;
  data->buffers = column.buffers;
  for (const Column& child : column.children) hand_over(child, keep, data->children.add());
  const bool holes = !column.buffers.empty() && column.buffers.front() != nullptr;
  *out = {column.length,
          holes ? -1 : 0,  // unknown how many, where there is a mask of them
          0,
          static_cast<std::int64_t>(column.buffers.size()),
          static_cast<std::int64_t>(column.children.size()),
          data->buffers.data(),
          data->children.addresses.data(),
          nullptr,
          release_node<ArrowArray, ArrayData>,
          nullptr};
  out->private_data = data.release();
}

Table& table_of(ArrowArrayStream* stream) { return *static_cast<Table*>(stream->private_data); }

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) try {
  describe(table_of(stream).root, out);
  return 0;
} catch (const std::bad_alloc&) {
  return ENOMEM;
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) try {
  Table& table = table_of(stream);
  *out = {};  // the end, unless the only batch is still to come
  if (!std::exchange(table.given, true)) hand_over(table.root, table.buffers, out);
  return 0;
} catch (const std::bad_alloc&) {
  return ENOMEM;
}

const char* last_error(ArrowArrayStream* /*stream*/) { return nullptr; }

void release_stream(ArrowArrayStream* stream) {
  const std::unique_ptr<Table> table(static_cast<Table*>(stream->private_data));
  stream->release = nullptr;
}

/// Reads (name, format, metadata, length, buffers, children), as `optimeter._arrow` makes them.
Column to_column(const nb::tuple& given) {
  Column column{.name = nb::cast<std::string>(given[0]),
                .format = nb::cast<std::string>(given[1]),
                .metadata = {},
                .length = nb::cast<std::int64_t>(given[3]),
                .buffers = {},
                .children = {}};
  const auto metadata = nb::cast<nb::bytes>(given[2]);
  column.metadata.assign(metadata.c_str(), metadata.size());
  for (const nb::handle buffer : nb::cast<nb::tuple>(given[4])) {
    if (buffer.is_none()) {
      column.buffers.push_back(nullptr);
    } else if (PyArray_CheckExact(buffer.ptr()) &&
               PyArray_ISCARRAY_RO(reinterpret_cast<PyArrayObject*>(buffer.ptr()))) {
      column.buffers.push_back(PyArray_DATA(reinterpret_cast<PyArrayObject*>(buffer.ptr())));
    } else {
      raise("InvalidTypeError", "a buffer of a table must be a contiguous array");
    }
  }
  for (const nb::handle child : nb::cast<nb::tuple>(given[5])) {
    column.children.push_back(to_column(nb::cast<nb::tuple>(child)));
  }
  return column;
}

void destroy_capsule(PyObject* capsule) {
  auto* const stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kCapsule));
  const std::unique_ptr<ArrowArrayStream> owner(stream);
  if (stream->release != nullptr) stream->release(stream);
}

nb::object export_table(const nb::tuple& table) {
  auto stream = std::make_unique<ArrowArrayStream>();
  auto data = std::make_unique<Table>();
  data->root = to_column(table);
  data->buffers = kept(nb::borrow(table));
  nb::object capsule = nb::steal(PyCapsule_New(stream.get(), kCapsule, destroy_capsule));
  if (!capsule.is_valid()) throw nb::python_error();
  ArrowArrayStream* const given = stream.release();  // to the capsule
  *given = {get_schema, get_next, last_error, release_stream, data.release()};
  return capsule;
}

// ------------------------------------------------------------------------------------ reading

/// Releases what a producer handed over, when the last reader is done.
template <typename Node>
struct Owned {
  Node node{};
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (node.release != nullptr) node.release(&node);
  }
};

nb::tuple told(const ArrowSchema& schema) {
  nb::list children;
  for (std::int64_t i = 0; i < schema.n_children; ++i) children.append(told(*schema.children[i]));
  const nb::object name = nb::str(schema.name == nullptr ? "" : schema.name);
  const nb::object dictionary =
      schema.dictionary == nullptr ? nb::none() : nb::object(told(*schema.dictionary));
  const auto metadata = reinterpret_cast<std::uintptr_t>(schema.metadata);
  return nb::make_tuple(name, nb::str(schema.format), metadata, nb::tuple(children), dictionary);
}

nb::tuple told(const ArrowArray& array) {
  nb::list buffers;
  for (std::int64_t i = 0; i < array.n_buffers; ++i) {
    buffers.append(reinterpret_cast<std::uintptr_t>(array.buffers[i]));
  }
  nb::list children;
  for (std::int64_t i = 0; i < array.n_children; ++i) children.append(told(*array.children[i]));
  const nb::object dictionary =
      array.dictionary == nullptr ? nb::none() : nb::object(told(*array.dictionary));
  return nb::make_tuple(array.length, array.offset, array.null_count, nb::tuple(buffers),
                        nb::tuple(children), dictionary);
}

/// Calls `describe(schema)`, then `read(schema, batch)` for each batch; addresses hold meanwhile.
void read_table(const nb::object& capsule, const nb::callable& describe, const nb::callable& read) {
  auto* const stream =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), kCapsule));
  if (stream == nullptr) throw nb::python_error();
  if (stream->release == nullptr) raise("DataError", "this stream of Arrow was read already");
  const auto checked = [&](int code) {
    if (code == 0) return;
    const char* const why = stream->get_last_error(stream);
    raise("DataError", "the stream of Arrow failed: " +
                           (why == nullptr ? "code " + std::to_string(code) : std::string(why)));
  };
  Owned<ArrowSchema> schema;
  checked(stream->get_schema(stream, &schema.node));
  const nb::tuple described = told(schema.node);
  describe(described);
  while (true) {
    Owned<ArrowArray> batch;
    checked(stream->get_next(stream, &batch.node));
    if (batch.node.release == nullptr) break;
    read(described, told(batch.node));
  }
}

}  // namespace

void register_arrow(nb::module_& module) {
  nb::module_ arrow = module.def_submodule("arrow", "Tables through Arrow's C stream interface.");
  arrow.def("export_table", &export_table, nb::arg("table"),
            nb::sig("def export_table(table: tuple[object, ...]) -> object"),
            "Return a capsule with a stream of one batch; a column is (name, format, metadata, "
            "length, buffers, children).");
  arrow.def(
      "read_table", &read_table, nb::arg("capsule"), nb::arg("describe"), nb::arg("read"),
      nb::sig("def read_table(capsule: object, describe: Callable[[tuple[Any, ...]], object], "
              "read: Callable[[tuple[Any, ...], tuple[Any, ...]], object]) -> None"),
      "Call ``describe(schema)``, and ``read(schema, batch)`` for each batch. A schema is (name, "
      "format, "
      "address of the metadata, children, dictionary), a batch (length, offset, number of "
      "nulls, addresses of buffers, children, dictionary); addresses hold during the call.");
}

}  // namespace optimeter::python
