// Suites.
#include <algorithm>
#include <numeric>

#include "objects.hpp"

using namespace optimeter;
using namespace optimeter::c;

namespace {

std::vector<std::int64_t> numbers(const std::int64_t* values, std::size_t size, const char* name) {
  if (values == nullptr) return {};
  if (size == 0) throw InvalidArgument(std::string(name) + " must not be empty; NULL chooses all");
  return {values, values + size};
}

// The complete list, of which those that are wanted are kept; all if none are named.
CocoList chosen(std::vector<std::int64_t> complete, const std::vector<std::int64_t>& wanted) {
  CocoList list{std::move(complete), {}};
  for (const std::int64_t number : list.numbers) {
    list.kept.push_back(wanted.empty() ||
                        std::find(wanted.begin(), wanted.end(), number) != wanted.end());
  }
  return list;
}

CocoSelection select(const SuiteDefinition& definition, const optimeter_selection& selection) {
  const SuiteInfo& info = definition.info();
  const auto functions = numbers(selection.functions, selection.number_of_functions, "functions");
  const auto dimensions =
      numbers(selection.dimensions, selection.number_of_dimensions, "dimensions");
  auto instances = numbers(selection.instances, selection.number_of_instances, "instances");
  if (!instances.empty() && selection.year != 0) {
    throw InvalidArgument("instances and year exclude each other; got both");
  }
  std::vector<std::int64_t> all_functions;
  for (const FunctionInfo& function : info.functions) all_functions.push_back(function.number);
  for (const std::int64_t number : functions) info.function(number);
  std::vector<std::int64_t> all_dimensions(info.dimensions.begin(), info.dimensions.end());
  for (const std::int64_t dimension : dimensions) {
    info.check_dimension(dimension);
    if (std::find(all_dimensions.begin(), all_dimensions.end(), dimension) ==
        all_dimensions.end()) {
      all_dimensions.insert(
          std::upper_bound(all_dimensions.begin(), all_dimensions.end(), dimension), dimension);
    }
  }
  for (const std::int64_t instance : instances) info.check_instance(instance);
  if (instances.empty()) {
    instances = selection.year == 0 ? info.instances() : info.instances(selection.year);
  }
  return {&definition, chosen(std::move(all_functions), functions),
          chosen(std::move(all_dimensions), dimensions), chosen(std::move(instances), {})};
}

optimeter_suite* suite_handle(CocoSelection selection, bool coco_noise) {
  auto suite =
      std::make_unique<optimeter_suite>(optimeter_suite{std::move(selection), {}, nullptr});
  suite->kept = suite->selection.kept();
  if (coco_noise) suite->stream = std::make_shared<CocoStream>();
  return handles().add(std::move(suite));
}

const CocoList& list_of(const optimeter_suite& suite, optimeter_list which) {
  switch (which) {
    case OPTIMETER_FUNCTIONS:
      return suite.selection.functions;
    case OPTIMETER_DIMENSIONS:
      return suite.selection.dimensions;
    case OPTIMETER_INSTANCES:
      return suite.selection.instances;
  }
  throw InvalidArgument("the list must be one of functions, dimensions, instances; got " +
                        std::to_string(static_cast<int>(which)));
}

std::size_t within(std::size_t position, std::size_t size, const char* what) {
  if (position < size) return position;
  throw InvalidArgument(std::string("the position of ") + what + " must be below " +
                        std::to_string(size) + "; got " + std::to_string(position));
}

}  // namespace

extern "C" {

size_t optimeter_number_of_suites(void) { return suites().size(); }

const char* optimeter_suite_name_at(size_t position) {
  return result_of<const char*>(nullptr, [&] {
    return suites()[within(position, suites().size(), "a suite")]->info().name.c_str();
  });
}

optimeter_suite* optimeter_suite_new(const char* name, const optimeter_selection* selection) {
  return result_of<optimeter_suite*>(nullptr, [&] {
    optimeter_selection whole{};
    whole.size = sizeof(whole);
    if (selection != nullptr) {
      if (selection->size != sizeof(whole)) {
        throw InvalidArgument("size of the selection must be " + std::to_string(sizeof(whole)) +
                              ", its sizeof; got " + std::to_string(selection->size));
      }
      whole = *selection;
    }
    return suite_handle(select(find_suite(given(name, "name")), whole), whole.coco_noise != 0);
  });
}

optimeter_suite* optimeter_suite_of_strings(const char* name, const char* instances,
                                            const char* options, optimeter_warning warn,
                                            void* data) {
  return result_of<optimeter_suite*>(nullptr, [&] {
    Warnings warnings;
    const auto tell = [&] {
      for (const std::string& text : warnings) {
        if (warn != nullptr) warn(text.c_str(), data);
      }
    };
    try {
      CocoSelection selection =
          read_coco_suite(given(name, "name"), instances == nullptr ? "" : instances,
                          options == nullptr ? "" : options, warnings);
      tell();
      return suite_handle(std::move(selection), true);
    } catch (const InvalidArgument&) {
      tell();
      throw;
    }
  });
}

void optimeter_suite_free(optimeter_suite* suite) { free_handle(suite); }

const char* optimeter_suite_name(const optimeter_suite* suite) {
  return result_with<optimeter_suite, const char*>(
      suite, nullptr, [](const auto& s) { return s.selection.definition->info().name.c_str(); });
}

size_t optimeter_suite_size(const optimeter_suite* suite) {
  return result_with(suite, std::size_t{0}, [](const auto& s) { return s.kept.size(); });
}

optimeter_problem* optimeter_suite_problem(const optimeter_suite* suite, size_t position) {
  return result_with<optimeter_suite, optimeter_problem*>(suite, nullptr, [&](const auto& s) {
    const std::size_t index = s.kept[within(position, s.kept.size(), "a problem")];
    return problem_handle(s.selection.problem(index, {s.stream, std::nullopt}));
  });
}

size_t optimeter_suite_find(const optimeter_suite* suite, int64_t function, int64_t dimension,
                            int64_t instance) {
  const std::size_t size = optimeter_suite_size(suite);
  return result_with(suite, size, [&](const auto& s) {
    const std::size_t index = s.selection.find(function, dimension, instance);
    const auto found = std::lower_bound(s.kept.begin(), s.kept.end(), index);
    if (found != s.kept.end() && *found == index) {
      return static_cast<std::size_t>(found - s.kept.begin());
    }
    throw InvalidArgument("the suite has no problem with function " + std::to_string(function) +
                          ", dimension " + std::to_string(dimension) + ", instance " +
                          std::to_string(instance));
  });
}

size_t optimeter_suite_list_size(const optimeter_suite* suite, optimeter_list list) {
  return result_with(suite, std::size_t{0}, [&](const auto& s) { return list_of(s, list).size(); });
}

int64_t optimeter_suite_list_number(const optimeter_suite* suite, optimeter_list list,
                                    size_t position) {
  return result_with(suite, std::int64_t{0}, [&](const auto& s) {
    const CocoList& all = list_of(s, list);
    return all.numbers[within(position, all.size(), "a number")];
  });
}

int optimeter_suite_list_selected(const optimeter_suite* suite, optimeter_list list,
                                  size_t position) {
  return result_with(suite, 0, [&](const auto& s) {
    const CocoList& all = list_of(s, list);
    return all.kept[within(position, all.size(), "a number")] ? 1 : 0;
  });
}

size_t optimeter_suite_index(const optimeter_suite* suite, size_t position) {
  return result_with(suite, std::size_t{0}, [&](const auto& s) {
    return s.kept[within(position, s.kept.size(), "a problem")];
  });
}

optimeter_status optimeter_suite_reset_noise(optimeter_suite* suite) {
  return status_with(suite, [](optimeter_suite& s) {
    if (s.stream) s.stream->restore(CocoStream().state());
  });
}

optimeter_status optimeter_suite_share_noise(optimeter_suite* suite, const optimeter_suite* other) {
  const optimeter_suite* const from = object_of(other);
  if (from == nullptr) return OPTIMETER_INVALID_HANDLE;
  return status_with(suite, [&](optimeter_suite& s) { s.stream = from->stream; });
}

}  // extern "C"
