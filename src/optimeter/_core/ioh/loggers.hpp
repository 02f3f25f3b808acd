// Loggers of `optimeter.ioh`: triggers that say when, properties that say what, writers.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "values.hpp"

namespace optimeter::python::ioh {

struct Tracked;

/// Says at which evaluations something is logged.
struct Trigger {
  virtual ~Trigger() = default;
  virtual bool fires(const Moment& now) = 0;
  virtual void reset() {}
  /// Whether it fires at evaluations that improve nothing, but for the first of a run.
  virtual bool at_all() const { return true; }
};

/// A column: its name, where its value comes from and how that is written.
struct Property {
  enum class Source {
    evaluations,
    raw,
    raw_best,
    transformed,
    transformed_best,
    y,
    y_best,
    violation,
    penalty,
    attribute,  ///< of an object
    own         ///< a class of one's own
  };
  std::string name;
  std::string format = "{:.10f}";
  Source source = Source::own;
  nb::object container;
  nb::object attribute;

  /// None: there is no value.
  std::optional<double> value(nb::handle self, const Tracked* problem, const Moment& now) const;
  void append(std::string& text, std::optional<double> value, const char* none) const;
};

/// Sees the evaluations of the problems that it is attached to.
struct Logger {
  struct Column {
    nb::object owner;
    const Property* property;
  };
  std::vector<nb::object> trigger_objects;
  std::vector<Trigger*> triggers;
  std::vector<Column> columns;
  bool closed = false;

  virtual ~Logger() = default;
  /// Whether evaluations that improve nothing may be logged, but for the first of a run.
  virtual bool sees_all() const;
  /// Looks at the last evaluation of a problem, and logs it if a trigger fires.
  virtual void see(nb::handle self, const Tracked& problem);
  /// Logs an evaluation. Here: calls the Python object.
  virtual void write(nb::handle self, const Tracked& problem, const Moment& now);
  /// Begins a run.
  virtual void reset();
  virtual int traverse(visitproc visit, void* arg) const;
  virtual void clear();

  bool fires(const Moment& now);
};

/// Writes lines of text to files that Python opens.
struct LineLogger : Logger {
  std::string buffer;
  nb::object file;
  std::string prefix;  ///< of each line
  std::string separator = " ";
  std::string end = "\n";
  std::string none = "None";
  bool counts = false;     ///< whether a line begins with the number of the evaluation
  bool positions = false;  ///< whether it ends with the point
  bool keeps_best = false;
  std::uint64_t logged = 0;  ///< the evaluation of the last line of the run

  // Of the run, with `keeps_best`.
  nb::object seen;  ///< the problem
  struct Best {
    std::uint64_t evaluation = 0;  ///< 0: there is none
    double raw = kNan;
    std::vector<double> x;

    void set(const Moment& now);
  };
  Best logged_best;  ///< of the evaluations that were logged: the one that ioh reports
  Best best;         ///< of all
  std::vector<double> first_x;

  void see(nb::handle self, const Tracked& problem) override;
  void write(nb::handle self, const Tracked& problem, const Moment& now) override;
  void begin_run();
  void flush(nb::handle self);
  int traverse(visitproc visit, void* arg) const override;
  void clear() override;
};

/// The lines of a run, in memory.
struct StoredRun {
  std::vector<std::string> names;
  std::vector<double> values;
  std::vector<char> known;

  nb::object line(std::size_t index) const;
  std::size_t lines() const { return names.empty() ? 0 : values.size() / names.size(); }
};

struct StoreLogger : Logger {
  nb::object owner;
  StoredRun* run = nullptr;

  void write(nb::handle self, const Tracked& problem, const Moment& now) override;
  int traverse(visitproc visit, void* arg) const override;
  void clear() override;
};

/// Hands everything to several loggers.
struct CombinedLogger : Logger {
  std::vector<std::pair<nb::object, Logger*>> members;

  bool sees_all() const override;
  void see(nb::handle self, const Tracked& problem) override;
  int traverse(visitproc visit, void* arg) const override;
  void clear() override;
};

}  // namespace optimeter::python::ioh
