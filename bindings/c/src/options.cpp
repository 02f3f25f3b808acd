// Options of observers, set by name through the tables of the engine (optimeter/options.hpp).
#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include "objects.hpp"

using namespace optimeter;
using namespace optimeter::c;

namespace {

template <Choice T>
T choice_of(const std::string& given_word, const char* name) {
  const std::span<const char* const> all = words(T{});
  std::string accepted;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (given_word == all[i]) return static_cast<T>(i);
    accepted += (i == 0 ? "" : ", ") + std::string(all[i]);
  }
  throw InvalidArgument(std::string(name) + " must be one of " + accepted + "; got '" + given_word +
                        "'");
}

[[noreturn]] void wrong_type(const std::string& name, const char* wanted) {
  throw InvalidArgument("option " + name + " is not " + wanted);
}

// Calls `set(member, limits)` for the option of that name. Throws InvalidArgument that lists all.
template <typename Options, typename Set>
void with_option(Options& options, const std::string& name, const Set& set) {
  bool found = false;
  std::vector<std::string_view> all;
  Options::each(
      [&]<typename M>(const char* here, M Options::* member, const Limits<M>& limits, const char*) {
        all.emplace_back(here);
        if (name != here) return;
        found = true;
        M value = options.*member;
        set(value);
        check_option(here, value, limits);
        options.*member = std::move(value);
      });
  if (!found) throw unknown_name("option", name, all);
}

template <typename Set>
optimeter_status set_option(optimeter_options* options, const char* name, const Set& set) {
  return status_with(options, [&](optimeter_options& o) {
    const std::string which = given(name, "name");
    std::visit([&](auto& chosen) { with_option(chosen, which, set); }, o.options);
  });
}

// Whether a list is added to for the first time, so that its default goes.
bool begins(optimeter_options& options, const std::string& name) {
  if (std::find(options.begun.begin(), options.begun.end(), name) != options.begun.end()) {
    return false;
  }
  options.begun.push_back(name);
  return true;
}

std::uint64_t count_of(double value, const char* what) {
  if (value >= 0.0 && value < 9e15 && value == std::floor(value)) {
    return static_cast<std::uint64_t>(value);
  }
  throw InvalidArgument(std::string(what) + " must be whole numbers of at least 0; got " +
                        option_text(value));
}

constexpr std::string_view kTriggers[] = {
    "always", "on_improvement", "on_delta_improvement", "each", "at", "during"};

Trigger trigger_of(const std::string& name, std::span<const double> values) {
  const auto takes = [&](std::size_t least, std::size_t most) {
    if (values.size() >= least && values.size() <= most) return;
    throw InvalidArgument("trigger " + name + " takes " + std::to_string(least) + " to " +
                          std::to_string(most) + " values; got " + std::to_string(values.size()));
  };
  if (name == "always") return takes(0, 0), Always{};
  if (name == "on_improvement") return takes(0, 0), OnImprovement{};
  if (name == "on_delta_improvement") {
    takes(0, 1);
    return values.empty() ? OnDeltaImprovement{} : OnDeltaImprovement{values[0]};
  }
  if (name == "each") {
    takes(1, 2);
    return Each{count_of(values[0], "each"), values.size() > 1 ? count_of(values[1], "each") : 0};
  }
  if (name == "at") {
    At at;
    for (const double value : values) at.evaluations.push_back(count_of(value, "at"));
    return at;
  }
  if (name == "during") {
    if (values.size() % 2 != 0) throw InvalidArgument("trigger during takes pairs of numbers");
    During during;
    for (std::size_t i = 0; i < values.size(); i += 2) {
      during.intervals.emplace_back(count_of(values[i], "during"),
                                    count_of(values[i + 1], "during"));
    }
    return during;
  }
  throw unknown_name("trigger", name, kTriggers);
}

}  // namespace

extern "C" {

optimeter_options* optimeter_options_new(const char* format) {
  return result_of<optimeter_options*>(nullptr, [&] {
    const std::string name = given(format, "format");
    auto options = std::make_unique<optimeter_options>();
    options->options = record_options(name);
    return handles().add(std::move(options));
  });
}

void optimeter_options_free(optimeter_options* options) { free_handle(options); }

optimeter_status optimeter_options_set_text(optimeter_options* options, const char* name,
                                            const char* value) {
  return set_option(options, name, [&]<typename T>(T& member) {
    const std::string text = given(value, "value");
    if constexpr (std::is_same_v<T, std::string>) {
      member = text;
    } else if constexpr (Choice<T>) {
      member = choice_of<T>(text, name);
    } else {
      wrong_type(name, "a text");
    }
  });
}

optimeter_status optimeter_options_set_integer(optimeter_options* options, const char* name,
                                               int64_t value) {
  return set_option(options, name, [&]<typename T>(T& member) {
    if constexpr (std::is_same_v<T, bool>) {
      if (value != 0 && value != 1) {
        throw InvalidArgument(std::string(name) + " must be 0 or 1; got " + std::to_string(value));
      }
      member = value == 1;
    } else if constexpr (std::is_same_v<T, int>) {
      constexpr std::int64_t kMost = std::numeric_limits<int>::max();
      if (value < -kMost || value > kMost) {
        throw InvalidArgument(std::string(name) + " must be below 2^31; got " +
                              std::to_string(value));
      }
      member = static_cast<int>(value);
    } else if constexpr (std::is_same_v<T, double>) {
      member = static_cast<double>(value);
    } else {
      wrong_type(name, "an integer");
    }
  });
}

optimeter_status optimeter_options_set_real(optimeter_options* options, const char* name,
                                            double value) {
  return set_option(options, name, [&]<typename T>(T& member) {
    if constexpr (std::is_same_v<T, double>) {
      member = value;
    } else {
      wrong_type(name, "a real number");
    }
  });
}

optimeter_status optimeter_options_set_integers(optimeter_options* options, const char* name,
                                                const int64_t* values, size_t size) {
  return set_option(options, name, [&]<typename T>(T& member) {
    if constexpr (std::is_same_v<T, std::vector<std::uint64_t>>) {
      member.clear();
      for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t number = given(values, "values")[i];
        if (number < 1) {
          throw InvalidArgument(std::string(name) + " must be integers of at least 1; got " +
                                std::to_string(number));
        }
        member.push_back(static_cast<std::uint64_t>(number));
      }
    } else {
      wrong_type(name, "a list of numbers");
    }
  });
}

optimeter_status optimeter_options_add_text(optimeter_options* options, const char* name,
                                            const char* value) {
  return status_with(options, [&](optimeter_options& o) {
    const std::string which = given(name, "name");
    const std::string text = given(value, "value");
    const auto add = [&]<typename T>(T& member) {
      if constexpr (std::is_same_v<T, std::vector<std::string>>) {
        if (begins(o, which)) member.clear();
        member.push_back(text);
      } else if constexpr (std::is_same_v<T, std::vector<Property>>) {
        const Property property = choice_of<Property>(text, name);
        if (begins(o, which)) member.clear();
        member.push_back(property);
      } else if constexpr (std::is_same_v<T, std::map<std::string, std::string>>) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos) {
          throw InvalidArgument(which + " must be written name=value; got '" + text + "'");
        }
        member[text.substr(0, equals)] = text.substr(equals + 1);
      } else {
        wrong_type(which, "a list of words");
      }
    };
    std::visit([&](auto& chosen) { with_option(chosen, which, add); }, o.options);
  });
}

optimeter_status optimeter_options_add_trigger(optimeter_options* options, const char* trigger,
                                               const double* values, size_t size) {
  return status_with(options, [&](optimeter_options& o) {
    auto* const ioh = std::get_if<IohOptions>(&o.options);
    if (ioh == nullptr)
      throw InvalidArgument(std::string("triggers are options of format ") + IohOptions::kFormat);
    if (size > 0) given(values, "values");
    const Trigger made = trigger_of(given(trigger, "trigger"), {values, size});
    check_triggers({made});
    if (begins(o, "triggers")) ioh->triggers.clear();
    ioh->triggers.push_back(made);
  });
}

}  // extern "C"
