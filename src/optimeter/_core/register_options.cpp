// The options of the formats and the triggers.
#include <algorithm>
#include <string_view>

#include "optimeter/coco_recorder.hpp"
#include "optimeter/ioh_recorder.hpp"
#include "optimeter/memory_recorder.hpp"
#include "options.hpp"

namespace optimeter::python {
namespace {

constexpr const char* kTriggerNames = "Always, OnImprovement, OnDeltaImprovement, Each, At, During";

[[noreturn]] void refuse(const char* exception, const char* name, const std::string& accepted,
                         nb::handle given) {
  raise(exception, std::string(name) + " must be " + accepted + "; got " + nb::repr(given).c_str());
}

// An integer as Python understands it: also numpy's, no floating-point numbers.
nb::object integer(nb::handle given, const char* name) {
  nb::object number = nb::steal(PyNumber_Index(given.ptr()));
  if (!number.is_valid()) {
    PyErr_Clear();
    refuse("InvalidTypeError", name, "an integer", given);
  }
  return number;
}

template <typename T>
void bind_options(nb::module_& module, const char* type, const char* text, const char* example) {
  bind_described<T>(module, type, text, example, {})
      .def_prop_ro(
          "format", [](const T&) { return T::kFormat; },
          nb::sig(
              ("def format(self) -> typing.Literal['" + std::string(T::kFormat) + "']").c_str()),
          "The name of the format.");
}

}  // namespace

std::string parameter(const std::string& name, const std::string& text) {
  constexpr std::size_t kWidth = 100;
  std::string lines = name + "\n";
  std::string line = "   ";
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find_first_of(" \n"));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    if (word.empty()) continue;
    if (line.size() + 1 + word.size() > kWidth) {
      lines += line + "\n";
      line = "   ";
    }
    line.append(" ").append(word);
  }
  return lines + line + "\n";
}

nb::list items(nb::handle given, const char* name) {
  nb::object list;
  if (!nb::isinstance<nb::str>(given)) list = nb::steal(PySequence_List(given.ptr()));
  if (!list.is_valid()) {
    PyErr_Clear();
    refuse("InvalidTypeError", name, "a list of names or numbers", given);
  }
  return nb::cast<nb::list>(list);
}

std::size_t choice(nb::handle given, const char* name, std::span<const char* const> words) {
  std::string accepted = "one of ";
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (nb::isinstance<nb::str>(given) && nb::str(given).equal(nb::str(words[i]))) return i;
    accepted.append(i > 0 ? ", '" : "'").append(words[i]).append("'");
  }
  refuse("InvalidValueError", name, accepted, given);
}

void from_python(nb::handle given, const char*, bool& value) {
  const int truth = PyObject_IsTrue(given.ptr());
  if (truth < 0) throw nb::python_error();
  value = truth != 0;
}

void from_python(nb::handle given, const char* name, int& value) {
  if (!nb::try_cast(integer(given, name), value)) {
    refuse("InvalidValueError", name, "less than 2^31", given);
  }
}

void from_python(nb::handle given, const char* name, std::uint64_t& value) {
  if (!nb::try_cast(integer(given, name), value)) {
    refuse("InvalidValueError", name, "at least 0 and less than 2^64", given);
  }
}

void from_python(nb::handle given, const char* name, double& value) {
  const nb::object number = nb::steal(PyNumber_Float(given.ptr()));
  if (!number.is_valid()) {
    PyErr_Clear();
    refuse("InvalidTypeError", name, "a number", given);
  }
  value = nb::cast<double>(number);
}

void from_python(nb::handle given, const char* name, std::string& value) {
  if (!nb::isinstance<nb::str>(given)) refuse("InvalidTypeError", name, "a string", given);
  if (!nb::try_cast(given, value)) {
    refuse("InvalidValueError", name, "a string that can be written as UTF-8", given);
  }
}

void from_python(nb::handle given, const char* name, Numbers& value) {
  value.clear();
  for (const nb::handle one : items(given, name)) from_python(one, name, value.emplace_back());
}

void from_python(nb::handle given, const char* name, During::Intervals& value) {
  value.clear();
  for (const nb::handle one : items(given, name)) {
    Numbers ends;
    from_python(one, name, ends);
    if (ends.size() != 2) refuse("InvalidValueError", name, "pairs of first and last", given);
    value.emplace_back(ends[0], ends[1]);
  }
}

void from_python(nb::handle given, const char* name, Names& value) {
  value.clear();
  if (nb::isinstance<nb::str>(given)) refuse("InvalidTypeError", name, "a list of names", given);
  for (const nb::handle one : items(given, name)) value.emplace_back(nb::str(one).c_str());
}

void from_python(nb::handle given, const char* name, std::map<std::string, std::string>& value) {
  const nb::dict all;
  if (PyDict_Update(all.ptr(), given.ptr()) != 0) {
    PyErr_Clear();
    refuse("InvalidTypeError", name, "names with values", given);
  }
  value.clear();
  for (const auto [key, item] : all) value[nb::str(key).c_str()] = nb::str(item).c_str();
}

// One trigger or several.
void from_python(nb::handle given, const char* name, Triggers& value) {
  value.clear();
  const bool several = !nb::isinstance<nb::str>(given) && nb::hasattr(given, "__iter__");
  const nb::object all = several ? nb::object(items(given, name)) : nb::make_tuple(given);
  for (const nb::handle one : all) {
    if (!nb::try_cast(one, value.emplace_back())) {
      raise("InvalidTypeError", std::string("a trigger must be one of ") + kTriggerNames +
                                    "; got " + nb::repr(one).c_str());
    }
  }
}

TypeText type_text(const bool&) { return {"bool", "bool"}; }
TypeText type_text(const int&) { return {"int", "int"}; }
TypeText type_text(const std::uint64_t&) { return {"int", "int"}; }
TypeText type_text(const double&) { return {"float", "float"}; }
TypeText type_text(const std::string&) { return {"str", "str"}; }
TypeText type_text(const Numbers&) { return {"collections.abc.Iterable[int]", "tuple[int, ...]"}; }
TypeText type_text(const During::Intervals&) {
  return {"collections.abc.Iterable[tuple[int, int]]", "tuple[tuple[int, int], ...]"};
}
TypeText type_text(const Names&) { return {"collections.abc.Iterable[str]", "tuple[str, ...]"}; }
TypeText type_text(const Triggers&) {
  std::string one = kTriggerNames;
  for (std::size_t at = 0; (at = one.find(", ", at)) != std::string::npos;)
    one.replace(at, 2, " | ");
  return {one + " | collections.abc.Iterable[" + one + "]", "tuple[" + one + ", ...]"};
}
TypeText type_text(const std::map<std::string, std::string>&) {
  return {"collections.abc.Mapping[str, object]", "dict[str, str]"};
}

TypeText choice_text(std::span<const char* const> words) {
  std::string all;
  for (const char* word : words) {
    all.append(all.empty() ? "'" : ", '").append(word).append("'");
  }
  all = "typing.Literal[" + all + "]";
  return {all, all};
}

void register_options(nb::module_& module) {
  const Arguments by_position{true, 0};
  const Arguments one_at_least{true, 1};
  bind_described<Always>(module, "Always", "Every evaluation.", "", by_position);
  bind_described<OnImprovement>(module, "OnImprovement",
                                "Every evaluation that is better than all before it.", "",
                                by_position);
  bind_described<OnDeltaImprovement>(
      module, "OnDeltaImprovement",
      "The first evaluation, then each that is better than the last such one by over `delta`.", "",
      by_position);
  bind_described<Each>(
      module, "Each",
      "Each `interval`-th evaluation: those whose number minus `start` is a multiple of it.", "",
      one_at_least);
  bind_described<At>(module, "At", "The evaluations with the given numbers.", "", one_at_least);
  bind_described<During>(
      module, "During",
      "The evaluations in the given intervals, pairs of first and last number, both included.", "",
      one_at_least);

  bind_options<CocoOptions>(
      module, "CocoOptions", "The observer options of COCO.",
      ">>> from optimeter.record import CocoOptions\n"
      ">>> CocoOptions(algorithm=\"mine\", log_nondominated=\"final\").log_nondominated\n"
      "'final'\n");
  bind_options<IohOptions>(module, "IohOptions", "The options of IOHprofiler's format.",
                           ">>> from optimeter.record import IohOptions\n"
                           ">>> IohOptions(algorithm=\"mine\", attributes=[\"sigma\"]).attributes\n"
                           "('sigma',)\n");
  bind_options<MemoryOptions>(module, "MemoryOptions", "The options of runs in memory.",
                              ">>> from optimeter.record import MemoryOptions\n"
                              ">>> MemoryOptions(positions=False).positions\n"
                              "False\n");
}

}  // namespace optimeter::python
