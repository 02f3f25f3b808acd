#include "loggers.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

#include "problems.hpp"
#include "recorders/numbers.hpp"

namespace optimeter::python::ioh {
namespace {

// ---- Triggers ----

struct Always : Trigger {
  bool fires(const Moment&) override { return true; }
};

struct OnImprovement : Trigger {
  bool fires(const Moment& now) override { return now.improved; }
  bool at_all() const override { return false; }
};

struct OnDeltaImprovement : Trigger {
  double delta = 1e-10;
  double best_so_far = kNan;

  bool fires(const Moment& now) override {
    if (!std::isnan(best_so_far)) {
      const double gain = now.maximize ? now.y - best_so_far : best_so_far - now.y;
      if (!(gain > delta)) return false;
    }
    best_so_far = now.y;
    return true;
  }
  void reset() override { best_so_far = kNan; }
  bool at_all() const override { return false; }
};

struct OnViolation : Trigger {
  std::uint64_t violations = 0;

  bool fires(const Moment& now) override {
    if (now.violation == 0.0) return false;
    ++violations;
    return true;
  }
  void reset() override { violations = 0; }
};

struct Each : Trigger {
  std::uint64_t interval = 1;
  std::uint64_t starting_at = 0;

  bool fires(const Moment& now) override {
    return now.evaluations >= starting_at && (now.evaluations - starting_at) % interval == 0;
  }
};

struct At : Trigger {
  std::set<std::uint64_t> points;
  bool fires(const Moment& now) override { return points.contains(now.evaluations); }
};

struct During : Trigger {
  std::set<std::pair<std::uint64_t, std::uint64_t>> ranges;

  bool fires(const Moment& now) override {
    return std::ranges::any_of(ranges, [&](const auto& range) {
      return range.first <= now.evaluations && now.evaluations <= range.second;
    });
  }
};

template <typename Kind>
auto plain_trigger(nb::module_& module, const char* name, const char* text) {
  return nb::class_<Kind, Trigger>(module, name, text);
}

void register_triggers(nb::module_& module) {
  nb::class_<Trigger>(module, "Trigger", "Says at which evaluations something is written.")
      .def(
          "__call__",
          [](Trigger& trigger, const LogInfo& info, const MetaData& meta) {
            Moment now = info.moment();
            now.maximize = meta.maximize;
            return trigger.fires(now);
          },
          nb::arg("log_info"), nb::arg("meta_data"), "Whether the evaluation is one of them.")
      .def("reset", &Trigger::reset, "Begin a new run.");
  const auto simple = [](auto& one) {
    one.def(nb::init<>());
    one.def(
        "__reduce__",
        [](const nb::object& self) { return nb::make_tuple(self.type(), nb::tuple()); },
        nb::sig("def __reduce__(self) -> tuple[object, ...]"));
  };
  auto always = plain_trigger<Always>(module, "Always", "At every evaluation.");
  simple(always);
  auto improvement =
      plain_trigger<OnImprovement>(module, "OnImprovement", "At every better value.");
  simple(improvement);
  auto violation = plain_trigger<OnViolation>(
      module, "OnViolation", "At points that violate a constraint; `violations` counts them.");
  simple(violation);
  violation.def_ro("violations", &OnViolation::violations);
  plain_trigger<OnDeltaImprovement>(module, "OnDeltaImprovement",
                                    "At the first evaluation, then at values better by more than "
                                    "`delta` than the last logged.")
      .def(
          "__init__",
          [](OnDeltaImprovement* self, double delta, double best_so_far) {
            new (self) OnDeltaImprovement;
            self->delta = delta;
            self->best_so_far = best_so_far;
          },
          nb::arg("delta") = 1e-10, nb::arg("best_so_far") = kNan,
          nb::sig("def __init__(self, delta: float = 1e-10, best_so_far: float = ...) -> None"))
      .def_rw("delta", &OnDeltaImprovement::delta)
      .def_ro("best_so_far", &OnDeltaImprovement::best_so_far)
      .def(
          "__reduce__",
          [](const nb::object& self) {
            const auto& one = nb::cast<const OnDeltaImprovement&>(self);
            return nb::make_tuple(self.type(), nb::make_tuple(one.delta, one.best_so_far));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));
  plain_trigger<Each>(module, "Each", "At every so-manieth evaluation, from one on.")
      .def(
          "__init__",
          [](Each* self, std::uint64_t interval, std::uint64_t starting_at) {
            if (interval == 0) raise("InvalidValueError", "interval must be at least 1; got 0");
            new (self) Each;
            self->interval = interval;
            self->starting_at = starting_at;
          },
          nb::arg("interval"), nb::arg("starting_at") = 0)
      .def_ro("interval", &Each::interval)
      .def_ro("starting_at", &Each::starting_at)
      .def(
          "__reduce__",
          [](const nb::object& self) {
            const auto& one = nb::cast<const Each&>(self);
            return nb::make_tuple(self.type(), nb::make_tuple(one.interval, one.starting_at));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));
  plain_trigger<At>(module, "At", "At the evaluations of a set.")
      .def(
          "__init__",
          [](At* self, const nb::object& points) {
            std::set<std::uint64_t> known;
            if (!nb::try_cast(points, known)) {
              raise("InvalidTypeError",
                    std::string("At takes a set of evaluations, as in At({1, 10}); got ") +
                        nb::repr(points).c_str());
            }
            new (self) At;
            self->points = std::move(known);
          },
          nb::arg("time_points"),
          nb::sig("def __init__(self, time_points: collections.abc.Set[int]) -> None"))
      .def_ro("time_points", &At::points)
      .def(
          "__reduce__",
          [](const nb::object& self) {
            return nb::make_tuple(self.type(), nb::make_tuple(self.attr("time_points")));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));
  plain_trigger<During>(module, "During", "At the evaluations of ranges, both ends included.")
      .def(
          "__init__",
          [](During* self, const nb::object& ranges) {
            std::set<std::pair<std::uint64_t, std::uint64_t>> known;
            if (!nb::try_cast(ranges, known)) {
              raise("InvalidTypeError",
                    std::string("During takes a set of pairs, as in During({(1, 5)}); got ") +
                        nb::repr(ranges).c_str());
            }
            new (self) During;
            self->ranges = std::move(known);
          },
          nb::arg("time_ranges"),
          nb::sig("def __init__(self, time_ranges: collections.abc.Set[tuple[int, int]]) -> None"))
      .def_ro("time_ranges", &During::ranges)
      .def(
          "__reduce__",
          [](const nb::object& self) {
            return nb::make_tuple(self.type(), nb::make_tuple(self.attr("time_ranges")));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));
}

// ---- Properties ----

// The digits of "{:.10f}"; -1 for other formats.
int fixed_digits(const std::string& format) {
  if (!format.starts_with("{:.") || !format.ends_with("f}")) return -1;
  int digits = -1;
  const char* const last = format.data() + format.size() - 2;
  const auto [end, error] = std::from_chars(format.data() + 3, last, digits);
  return error == std::errc() && end == last && digits <= 30 ? digits : -1;
}

std::optional<double> to_optional(const nb::object& value) {
  if (value.is_none()) return std::nullopt;
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1.0 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return number;
}

nb::object from_optional(std::optional<double> value) {
  return value ? nb::object(nb::float_(*value)) : nb::none();
}

std::optional<double> own_value(nb::handle self, const nb::object& info) {
  return to_optional(self(info));
}

int traverse_property(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (nb::inst_ready(nb::handle(self))) {
    Py_VISIT(nb::inst_ptr<Property>(nb::handle(self))->container.ptr());
  }
  return 0;
}

int clear_property(PyObject* self) {
  nb::inst_ptr<Property>(nb::handle(self))->container.reset();
  return 0;
}

PyType_Slot property_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(traverse_property)},
    {Py_tp_clear, reinterpret_cast<void*>(clear_property)},
    {0, nullptr},
};

void register_properties(nb::module_& module) {
  nb::class_<Property>(module, "Property_", nb::type_slots(property_slots),
                       nb::is_weak_referenceable(),
                       "A column: its name, its value and how that is written.")
      .def(
          "__init__",
          [](Property* self, std::string name, std::string format) {
            new (self) Property;
            self->name = std::move(name);
            self->format = std::move(format);
          },
          nb::arg("name"), nb::arg("format") = "{:.10f}")
      .def_rw("name", &Property::name)
      .def_rw("format", &Property::format)
      .def(
          "_set_source",
          [](Property& self, int source) { self.source = static_cast<Property::Source>(source); },
          nb::arg("source"))
      .def(
          "_set_attribute",
          [](Property& self, nb::object container, nb::object attribute) {
            self.source = Property::Source::attribute;
            self.container = std::move(container);
            self.attribute = std::move(attribute);
          },
          nb::arg("container"), nb::arg("attribute"))
      .def_prop_ro(
          "_container", [](const Property& self) { return self.container; },
          nb::sig("def _container(self) -> typing.Any"))
      .def(
          "_value",
          [](const Property& self, const LogInfo& info) {
            return from_optional(self.value({}, nullptr, info.moment()));
          },
          nb::arg("log_info"), nb::sig("def _value(self, log_info: LogInfo) -> float | None"))
      .def(
          "_text",
          [](const Property& self, const nb::object& value, const std::string& none) {
            std::string text;
            self.append(text, to_optional(value), none.c_str());
            return text;
          },
          nb::arg("value").none(), nb::arg("none"),
          nb::sig("def _text(self, value: float | None, none: str) -> str"));
}

// ---- Loggers ----

int logger_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  return nb::inst_ready(nb::handle(self))
             ? nb::inst_ptr<Logger>(nb::handle(self))->traverse(visit, arg)
             : 0;
}

int logger_clear(PyObject* self) {
  nb::inst_ptr<Logger>(nb::handle(self))->clear();
  return 0;
}

PyType_Slot logger_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(logger_traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(logger_clear)},
    {0, nullptr},
};

}  // namespace

std::optional<double> Property::value(nb::handle self, const Tracked* problem,
                                      const Moment& now) const {
  switch (source) {
    case Source::evaluations:
      return static_cast<double>(now.evaluations);
    case Source::raw:  // the only one that has no value where it is infinite
      return std::isinf(now.raw) ? std::nullopt : std::optional(now.raw);
    case Source::raw_best:
      return now.raw_best;
    case Source::transformed:
      return now.transformed;
    case Source::transformed_best:
      return now.transformed_best;
    case Source::y:
      return now.y;
    case Source::y_best:
      return now.y_best;
    case Source::violation:
      return now.violation;
    case Source::penalty:
      return now.penalty;
    case Source::attribute: {
      const nb::object found = nb::getattr(container, attribute, nb::none());
      return to_optional(found);
    }
    case Source::own:
      break;
  }
  return own_value(self, problem == nullptr ? nb::none() : problem->log_info());
}

void Property::append(std::string& text, std::optional<double> value, const char* none) const {
  if (!value) {
    text += none;
  } else if (std::isinf(*value)) {
    text += *value > 0 ? "inf" : "-inf";
  } else if (std::isnan(*value)) {
    text += "nan";
  } else if (source == Source::evaluations && format == "{:d}") {
    append_count(text, static_cast<std::uint64_t>(*value));
  } else if (const int digits = fixed_digits(format); digits >= 0) {
    append_fixed(text, *value, digits);
  } else {
    const nb::object pattern = nb::str(format.c_str());
    const nb::object number = source == Source::evaluations && format.find('d') != std::string::npos
                                  ? nb::object(nb::int_(static_cast<std::uint64_t>(*value)))
                                  : nb::object(nb::float_(*value));
    text += nb::str(pattern.attr("format")(number)).c_str();
  }
}

bool Logger::sees_all() const {
  return std::ranges::any_of(triggers, [](const Trigger* one) { return one->at_all(); });
}

bool Logger::fires(const Moment& now) {
  return std::ranges::any_of(triggers, [&](Trigger* one) { return one->fires(now); });
}

void Logger::see(nb::handle self, const Tracked& problem) {
  const Moment now = problem.moment();
  if (fires(now)) write(self, problem, now);
}

void Logger::write(nb::handle self, const Tracked& problem, const Moment&) {
  self(problem.log_info());
}

void Logger::reset() {
  for (Trigger* one : triggers) one->reset();
}

int Logger::traverse(visitproc visit, void* arg) const {
  for (const nb::object& one : trigger_objects) Py_VISIT(one.ptr());
  for (const Column& one : columns) Py_VISIT(one.owner.ptr());
  return 0;
}

void Logger::clear() {
  triggers.clear();
  trigger_objects.clear();
  columns.clear();
}

void LineLogger::see(nb::handle self, const Tracked& problem) {
  if (closed) return;
  if (!keeps_best) {
    Logger::see(self, problem);
    return;
  }
  if (!seen.is_valid() || nb::inst_ptr<Tracked>(seen) != &problem) {
    self.attr("_take_up")(problem.meta_owner);  // it was attached to another one meanwhile
    seen = nb::find(problem);
  }
  const Moment now = problem.moment();
  const bool fired = fires(now);
  if (now.improved) {
    best.set(now);
    if (fired) logged_best.set(now);
  }
  if (now.evaluations == 1) first_x.assign(now.x, now.x + now.size);
  if (fired) write(self, problem, now);
}

void LineLogger::Best::set(const Moment& now) {
  evaluation = now.evaluations;
  raw = now.raw;
  x.assign(now.x, now.x + now.size);
}

void LineLogger::write(nb::handle self, const Tracked& problem, const Moment& now) {
  constexpr std::size_t kMuch = std::size_t{1} << 16U;
  if (!file.is_valid()) self.attr("_open")();
  const std::size_t begin = buffer.size();
  buffer += prefix;
  if (counts) append_count(buffer, now.evaluations);
  bool first = !counts && prefix.empty();
  try {
    for (const Column& one : columns) {
      if (!first) buffer += separator;
      first = false;
      one.property->append(buffer, one.property->value(one.owner, &problem, now), none.c_str());
    }
  } catch (...) {
    buffer.resize(begin);  // no half lines
    throw;
  }
  if (positions) {
    for (std::size_t i = 0; i < now.size; ++i) {
      if (!first) buffer += separator;
      first = false;
      append_fixed(buffer, now.x[i], 6);
    }
  }
  buffer += end;
  logged = now.evaluations;
  if (buffer.size() > kMuch) flush(self);
}

void LineLogger::flush(nb::handle) {
  if (buffer.empty() || !file.is_valid()) return;
  const nb::bytes text(buffer.data(), buffer.size());
  buffer.clear();
  file.attr("write")(text);
}

void LineLogger::begin_run() {
  seen.reset();
  logged = 0;
  logged_best = best = Best{};
  first_x.clear();
}

int LineLogger::traverse(visitproc visit, void* arg) const {
  // The file is not visited: it refers to nobody, and must not be finalized, which closes it,
  // before the logger, which writes the rest into it.
  Py_VISIT(seen.ptr());
  return Logger::traverse(visit, arg);
}

void LineLogger::clear() {
  seen.reset();
  Logger::clear();
}

nb::object StoredRun::line(std::size_t index) const {
  nb::dict made;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t at = index * names.size() + i;
    made[names[i].c_str()] = known[at] != 0 ? nb::object(nb::float_(values[at])) : nb::none();
  }
  return made;
}

void StoreLogger::write(nb::handle, const Tracked& problem, const Moment& now) {
  if (run == nullptr) return;
  const nb::object alive = owner;
  if (run->names.size() != columns.size()) {
    run->names.clear();
    for (const Column& one : columns) run->names.push_back(one.property->name);
  }
  const std::size_t size = run->values.size();
  try {
    for (const Column& one : columns) {
      const std::optional<double> value = one.property->value(one.owner, &problem, now);
      run->values.push_back(value.value_or(kNan));
      run->known.push_back(value ? 1 : 0);
    }
  } catch (...) {
    run->values.resize(size);
    run->known.resize(size);
    throw;
  }
}

int StoreLogger::traverse(visitproc visit, void* arg) const {
  Py_VISIT(owner.ptr());
  return Logger::traverse(visit, arg);
}

void StoreLogger::clear() {
  run = nullptr;
  owner.reset();
  Logger::clear();
}

bool CombinedLogger::sees_all() const {
  return std::ranges::any_of(members, [](const auto& member) { return member.second->sees_all(); });
}

void CombinedLogger::see(nb::handle, const Tracked& problem) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto [owner, one] = members[i];
    // It may be told of evaluations that another one wants.
    if (problem.improved || problem.evaluations == 1 || one->sees_all()) one->see(owner, problem);
  }
}

int CombinedLogger::traverse(visitproc visit, void* arg) const {
  for (const auto& [owner, one] : members) Py_VISIT(owner.ptr());
  return Logger::traverse(visit, arg);
}

void CombinedLogger::clear() {
  members.clear();
  Logger::clear();
}

void register_loggers(nb::module_& module) {
  register_triggers(module);
  register_properties(module);

  nb::class_<Logger>(module, "Logger", nb::type_slots(logger_slots), nb::is_weak_referenceable(),
                     "Sees the evaluations of the problems that it is attached to.")
      .def(nb::init<>())
      .def(
          "_add_trigger",
          [](Logger& self, const nb::object& one) {
            Trigger& trigger = nb::cast<Trigger&>(one);
            self.trigger_objects.push_back(one);
            self.triggers.push_back(&trigger);
          },
          nb::arg("trigger"))
      .def(
          "_add_property",
          [](Logger& self, const nb::object& one) {
            self.columns.push_back({one, &nb::cast<const Property&>(one)});
          },
          nb::arg("property"))
      .def_prop_ro(
          "triggers",
          [](const Logger& self) {
            nb::list list;
            for (const nb::object& one : self.trigger_objects) list.append(one);
            return list;
          },
          nb::sig("def triggers(self) -> list[Trigger]"))
      .def_prop_ro(
          "properties",
          [](const Logger& self) {
            nb::list list;
            for (const auto& one : self.columns) list.append(one.owner);
            return list;
          },
          nb::sig("def properties(self) -> list[Property_]"))
      .def_rw("_closed", &Logger::closed)
      .def("_reset_triggers", &Logger::reset);

  nb::class_<LineLogger, Logger>(module, "LineLogger", nb::type_slots(logger_slots),
                                 "Writes lines of text.")
      .def(nb::init<>())
      .def_prop_rw(
          "_file",
          [](const LineLogger& self) { return self.file.is_valid() ? self.file : nb::none(); },
          [](LineLogger& self, const nb::object& file) {
            self.file = file.is_none() ? nb::object() : file;
          },
          nb::for_getter(nb::sig("def _file(self) -> typing.Any")),
          nb::for_setter(nb::arg("file").none()))
      .def_rw("_prefix", &LineLogger::prefix)
      .def_rw("_separator", &LineLogger::separator)
      .def_rw("_end", &LineLogger::end)
      .def_rw("_none", &LineLogger::none)
      .def_rw("_counts", &LineLogger::counts)
      .def_rw("_positions", &LineLogger::positions)
      .def_rw("_keeps_best", &LineLogger::keeps_best)
      .def_ro("_logged", &LineLogger::logged)
      .def_prop_rw(
          "_seen",
          [](const LineLogger& self) { return self.seen.is_valid() ? self.seen : nb::none(); },
          [](LineLogger& self, const nb::object& problem) {
            nb::cast<Tracked&>(problem);
            self.seen = problem;
          },
          nb::for_getter(nb::sig("def _seen(self) -> typing.Any")))
      .def_prop_ro(
          "_best",
          [](const LineLogger& self) -> nb::object {
            const auto& best = self.logged_best.evaluation != 0 ? self.logged_best : self.best;
            if (best.evaluation == 0) return nb::none();
            return nb::make_tuple(best.evaluation, best.raw, best.x);
          },
          nb::sig("def _best(self) -> tuple[int, float, list[float]] | None"),
          "The best evaluation of those that were logged, of all where none of them was better.")
      .def_ro("_first", &LineLogger::first_x)
      .def("_begin_run", &LineLogger::begin_run)
      .def(
          "_append", [](LineLogger& self, const std::string& text) { self.buffer += text; },
          nb::arg("text"))
      .def("_flush", [](const nb::object& self) { nb::cast<LineLogger&>(self).flush(self); })
      .def(
          "_write_last",
          [](const nb::object& self) {
            LineLogger& logger = nb::cast<LineLogger&>(self);
            const Tracked& problem = nb::cast<const Tracked&>(logger.seen);
            logger.write(self, problem, problem.moment());
          },
          "Write a line of the last evaluation.");

  nb::class_<StoredRun>(module, "StoredRun", "The lines of a run.")
      .def(nb::init<>())
      .def("__len__", &StoredRun::lines)
      .def(
          "lines",
          [](const StoredRun& self) {
            nb::dict made;
            for (std::size_t i = 0; i < self.lines(); ++i) made[nb::int_(i)] = self.line(i);
            return made;
          },
          nb::sig("def lines(self) -> dict[int, dict[str, float | None]]"))
      .def(
          "line",
          [](const StoredRun& self, std::size_t index) {
            if (index >= self.lines()) throw nb::index_error();
            return self.line(index);
          },
          nb::arg("index"), nb::sig("def line(self, index: int) -> dict[str, float | None]"));

  nb::class_<StoreLogger, Logger>(module, "StoreLogger", nb::type_slots(logger_slots),
                                  "Keeps lines in memory.")
      .def(nb::init<>())
      .def(
          "_follow",
          [](StoreLogger& self, const nb::object& run) {
            self.run = &nb::cast<StoredRun&>(run);
            self.owner = run;
          },
          nb::arg("run"));

  nb::class_<CombinedLogger, Logger>(module, "CombinedLogger", nb::type_slots(logger_slots),
                                     "Hands everything to several loggers.")
      .def(nb::init<>())
      .def(
          "_add_member",
          [](CombinedLogger& self, const nb::object& one) {
            self.members.emplace_back(one, &nb::cast<Logger&>(one));
          },
          nb::arg("logger"))
      .def_prop_ro(
          "_members",
          [](const CombinedLogger& self) {
            nb::list list;
            for (const auto& [owner, one] : self.members) list.append(owner);
            return list;
          },
          nb::sig("def _members(self) -> list[typing.Any]"));
}

}  // namespace optimeter::python::ioh
