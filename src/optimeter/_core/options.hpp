// Classes of values whose members the engine describes (optimeter/options.hpp): keywords with types
// and defaults, documentation, checks, equality, pickling, all from that one description.
#pragma once

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "optimeter/options.hpp"
#include "optimeter/outcome.hpp"
#include "optimeter/trigger.hpp"
#include "support.hpp"

namespace optimeter::python {

using Names = std::vector<std::string>;
using Numbers = std::vector<std::uint64_t>;
using Triggers = std::vector<Trigger>;

/// How values of a type are written in a signature: as they are given and as they are read.
struct TypeText {
  std::string given;
  std::string read;
};

/// Values from Python; raise InvalidTypeError or InvalidValueError that names the option.
void from_python(nb::handle given, const char* name, bool& value);
void from_python(nb::handle given, const char* name, int& value);
void from_python(nb::handle given, const char* name, std::uint64_t& value);
void from_python(nb::handle given, const char* name, double& value);
void from_python(nb::handle given, const char* name, std::string& value);
void from_python(nb::handle given, const char* name, Numbers& value);
void from_python(nb::handle given, const char* name, During::Intervals& value);
void from_python(nb::handle given, const char* name, Names& value);
void from_python(nb::handle given, const char* name, Triggers& value);
void from_python(nb::handle given, const char* name, std::map<std::string, std::string>& value);
void from_python(nb::handle given, const char* name, Status& value);
void from_python(nb::handle given, const char* name, std::vector<Failure>& values);
void from_python(nb::handle given, const char* name, std::vector<double>& values);
/// The position of a word.
std::size_t choice(nb::handle given, const char* name, std::span<const char* const> words);
/// The items of any iterable but a text.
nb::list items(nb::handle given, const char* name);

template <Choice T>
void from_python(nb::handle given, const char* name, T& value) {
  value = static_cast<T>(choice(given, name, words(T{})));
}
template <Choice T>
void from_python(nb::handle given, const char* name, std::vector<T>& values) {
  values.clear();
  for (const nb::handle one : items(given, name)) from_python(one, name, values.emplace_back());
}

/// Values for Python: immutable ones.
nb::object to_python(const Failure& value);
template <typename T>
nb::object to_python(const T& value) {
  if constexpr (Choice<T>) {
    return nb::str(words(value)[static_cast<std::size_t>(value)]);
  } else {
    return nb::cast(value);
  }
}
template <typename T>
nb::object to_python(const std::vector<T>& values) {
  nb::list all;
  for (const T& value : values) all.append(to_python(value));
  return nb::tuple(all);
}

TypeText type_text(const bool&);
TypeText type_text(const int&);
TypeText type_text(const std::uint64_t&);
TypeText type_text(const double&);
TypeText type_text(const std::string&);
TypeText type_text(const Numbers&);
TypeText type_text(const During::Intervals&);
TypeText type_text(const Names&);
TypeText type_text(const Triggers&);
TypeText type_text(const std::map<std::string, std::string>&);
TypeText type_text(const Status&);
TypeText type_text(const std::vector<Failure>&);
TypeText type_text(const std::vector<double>&);
TypeText choice_text(std::span<const char* const> words);

template <Choice T>
TypeText type_text(const T& value) {
  return choice_text(words(value));
}
template <Choice T>
TypeText type_text(const std::vector<T>&) {
  const std::string one = choice_text(words(T{})).read;
  return {"collections.abc.Sequence[" + one + "]", "tuple[" + one + ", ...]"};
}

/// An entry of the section "Parameters", its text wrapped.
std::string parameter(const std::string& name, const std::string& text);

/// The members by name.
template <typename T>
nb::dict to_dict(const T& value) {
  nb::dict all;
  T::each([&]<typename M>(const char* name, M T::* member, const Limits<M>&, const char*) {
    all[name] = to_python(value.*member);
  });
  return all;
}

template <typename T>
void check(const T& value) {
  if constexpr (requires { value.check(); }) {
    value.check();
  } else {
    check_options(value);
  }
}

/// The value with these members; the others have their defaults.
template <typename T>
T from_dict(const nb::dict& given, const char* type) {
  T value;
  std::size_t known = 0;
  T::each([&]<typename M>(const char* name, M T::* member, const Limits<M>&, const char*) {
    if (!given.contains(name)) return;
    from_python(given[name], name, value.*member);
    ++known;
  });
  if (known != given.size()) {
    for (const auto [name, item] : given) {
      if (!to_dict(value).contains(name)) {
        raise("InvalidTypeError", std::string(type) + " has no option " + nb::repr(name).c_str());
      }
    }
  }
  check(value);
  return value;
}

template <typename T>
std::string shown(const T& value, const char* type) {
  std::string text;
  for (const auto [name, item] : to_dict(value)) {
    if (!text.empty()) text += ", ";
    text.append(nb::str(name).c_str()).append("=").append(nb::repr(item).c_str());
  }
  return std::string(type) + "(" + text + ")";
}

/// Which members may be given by position, and how many of the first ones must be given.
struct Arguments {
  bool positional = false;
  std::size_t required = 0;
};

/// Binds a described class.
template <typename T>
nb::class_<T> bind_described(nb::module_& module, const char* type, std::string text,
                             const std::string& example, Arguments arguments) {
  std::string signature = "def __init__(self";
  std::string parameters;
  std::vector<const char*> names;
  const T defaults{};
  T::each([&]<typename M>(const char* name, M T::* member, const Limits<M>&, const char* meaning) {
    if (names.empty() && !arguments.positional) signature += ", *";
    const bool required = names.size() < arguments.required;
    names.push_back(name);
    signature.append(", ").append(name).append(": ").append(type_text(defaults.*member).given);
    const std::string standard = nb::repr(to_python(defaults.*member)).c_str();
    if (!required) signature += " = " + (standard == "nan" ? "..." : standard);
    parameters += parameter(name, meaning);
  });
  if (!parameters.empty()) text += "\n\nParameters\n----------\n" + parameters;
  if (!example.empty()) text += "\nExamples\n--------\n" + example;

  nb::class_<T> bound(module, type, text.c_str());
  bound.def(
      "__init__",
      [type, names, arguments](T* self, const nb::args& args, const nb::kwargs& given) {
        nb::dict all = nb::borrow<nb::dict>(given);
        const std::size_t most = arguments.positional ? names.size() : 0;
        const std::size_t count = args.size();
        if (count > most) {
          raise("InvalidTypeError", std::string(type) + " takes " + std::to_string(most) +
                                        " arguments by position; got " + std::to_string(count));
        }
        for (std::size_t i = 0; i < count; ++i) all[names[i]] = args[i];
        for (std::size_t i = 0; i < arguments.required; ++i) {
          if (!all.contains(names[i])) {
            raise("InvalidTypeError", std::string(type) + " needs " + names[i]);
          }
        }
        new (self) T(from_dict<T>(all, type));
      },
      nb::sig((signature + ") -> None").c_str()));
  T::each([&]<typename M>(const char* name, M T::* member, const Limits<M>&, const char* meaning) {
    bound.def_prop_ro(
        name, [member](const T& self) { return to_python(self.*member); },
        nb::sig(
            ("def " + std::string(name) + "(self) -> " + type_text(defaults.*member).read).c_str()),
        meaning);
  });
  bound
      .def("to_dict", &to_dict<T>, nb::sig("def to_dict(self) -> dict[str, object]"),
           "The members by name.")
      .def(
          "__getstate__", [](const T& self) { return to_dict(self); },
          nb::sig("def __getstate__(self) -> dict[str, object]"))
      .def(
          "__setstate__",
          [type](T& self, const nb::dict& state) { new (&self) T(from_dict<T>(state, type)); },
          nb::sig("def __setstate__(self, state: dict[str, object], /) -> None"))
      .def(
          "__eq__",
          [](const T& self, const nb::object& other) {
            return nb::isinstance<T>(other) && to_dict(self).equal(to_dict(nb::cast<T>(other)));
          },
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [type](const T& self) { return nb::hash(nb::str(shown(self, type).c_str())); })
      .def("__repr__", [type](const T& self) { return shown(self, type); });
  return bound;
}

}  // namespace optimeter::python
