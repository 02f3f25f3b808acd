// Observers, archives, random numbers.
#include "objects.hpp"

using namespace optimeter;
using namespace optimeter::c;

namespace {

optimeter_observer* observer_handle(const std::string& folder, const RecordOptions& options,
                                    bool several_only) {
  auto made = std::make_unique<optimeter_observer>();
  const std::u8string given_folder(folder.begin(), folder.end());  // UTF-8 on every system
  made->observer = std::make_unique<Observer>(std::filesystem::path(given_folder), options);
  const std::u8string shown = made->observer->folder().u8string();
  made->folder.assign(shown.begin(), shown.end());
  made->several_only = several_only;
  return handles().add(std::move(made));
}

// Runs what an observer does with a problem; nothing if it records nothing.
template <typename Body>
optimeter_status with_both(optimeter_observer* observer, optimeter_problem* problem,
                           const Body& body) {
  optimeter_problem* const p = object_of(problem);
  if (p == nullptr) return OPTIMETER_INVALID_HANDLE;
  return status_with(observer, [&](optimeter_observer& o) {
    if (o.observer) body(o, *p);
  });
}

void check_objectives(const optimeter_observer& observer, const optimeter_problem& problem) {
  if (!observer.several_only || problem.objectives > 1) return;
  throw InvalidArgument("problem " + problem.problem->info().id +
                        " has one objective; this observer records several");
}

}  // namespace

extern "C" {

optimeter_observer* optimeter_observer_new(const char* folder, const optimeter_options* options) {
  return result_of<optimeter_observer*>(nullptr, [&]() -> optimeter_observer* {
    const std::string where = given(folder, "folder");
    if (where.empty()) throw InvalidArgument("folder must not be empty");
    if (options == nullptr) return observer_handle(where, CocoOptions{}, false);
    const optimeter_options* const chosen = object_of(options);
    return chosen == nullptr ? nullptr : observer_handle(where, chosen->options, false);
  });
}

optimeter_observer* optimeter_observer_of_strings(const char* name, const char* options,
                                                  optimeter_warning warn, void* data) {
  return result_of<optimeter_observer*>(nullptr, [&]() -> optimeter_observer* {
    using Kind = CocoObserver::Kind;
    optimeter_clear_error();
    Warnings warnings;
    const CocoObserver asked = read_coco_observer(name == nullptr ? "no_observer" : name,
                                                  options == nullptr ? "" : options, warnings);
    for (const std::string& text : warnings) {
      if (warn != nullptr) warn(text.c_str(), data);
    }
    if (asked.kind == Kind::kNone) return nullptr;
    if (!asked.makes_folder) return handles().add(std::make_unique<optimeter_observer>());
    optimeter_observer* const made =
        observer_handle(asked.folder, asked.options, asked.kind == Kind::kSeveralObjectives);
    if (asked.kind == Kind::kInactive) object_of(made)->observer.reset();
    return made;
  });
}

void optimeter_observer_free(optimeter_observer* observer) { free_handle(observer); }

optimeter_status optimeter_observer_close(optimeter_observer* observer) {
  return status_with(observer, [](optimeter_observer& o) {
    if (o.observer) o.observer->close();
  });
}

const char* optimeter_observer_folder(const optimeter_observer* observer) {
  return result_with<optimeter_observer, const char*>(
      observer, nullptr, [](const auto& o) { return o.folder.c_str(); });
}

int optimeter_observer_is_active(const optimeter_observer* observer) {
  return result_with(observer, 0, [](const auto& o) { return o.observer ? 1 : 0; });
}

int optimeter_observer_needs_several_objectives(const optimeter_observer* observer) {
  return result_with(observer, 0, [](const auto& o) { return o.several_only ? 1 : 0; });
}

optimeter_status optimeter_observer_observe(optimeter_observer* observer,
                                            optimeter_problem* problem) {
  return with_both(observer, problem, [](optimeter_observer& o, optimeter_problem& p) {
    check_objectives(o, p);
    o.observer->observe(*p.problem);
  });
}

optimeter_status optimeter_observer_observe_also(optimeter_observer* observer,
                                                 optimeter_problem* problem) {
  return with_both(observer, problem, [](optimeter_observer& o, optimeter_problem& p) {
    check_objectives(o, p);
    o.observer->observe_also(*p.problem);
  });
}

optimeter_status optimeter_observer_release(optimeter_observer* observer,
                                            optimeter_problem* problem) {
  return with_both(observer, problem, [](optimeter_observer& o, optimeter_problem& p) {
    o.observer->release(*p.problem);
  });
}

optimeter_archive* optimeter_archive_of(const optimeter_problem* problem) {
  return result_with<optimeter_problem, optimeter_archive*>(problem, nullptr, [](const auto& p) {
    return handles().add(
        std::unique_ptr<optimeter_archive>(new optimeter_archive{p.problem->archive()}));
  });
}

void optimeter_archive_free(optimeter_archive* archive) { free_handle(archive); }

optimeter_status optimeter_archive_insert(optimeter_archive* archive, uint64_t evaluation,
                                          const double* y, size_t y_size, int* entered) {
  return status_with(archive, [&](optimeter_archive& a) {
    check_size(y_size, a.archive.objectives(), "y");
    const bool changed = a.archive.insert(given(y, "y"), evaluation);
    if (entered != nullptr) *entered = changed ? 1 : 0;
  });
}

size_t optimeter_archive_size(const optimeter_archive* archive) {
  return result_with(archive, std::size_t{0}, [](const auto& a) { return a.archive.size(); });
}

double optimeter_archive_hypervolume(const optimeter_archive* archive) {
  return result_with(archive, kNan, [](const auto& a) { return a.archive.hypervolume(); });
}

double optimeter_archive_indicator(const optimeter_archive* archive) {
  return result_with(archive, kNan, [](const auto& a) { return a.archive.indicator(); });
}

optimeter_status optimeter_archive_points(const optimeter_archive* archive, double* y,
                                          size_t y_size, uint64_t* evaluations,
                                          size_t evaluations_size) {
  return status_with(archive, [&](const optimeter_archive& a) {
    check_size(y_size, a.archive.size() * a.archive.objectives(), "y");
    if (evaluations != nullptr) check_size(evaluations_size, a.archive.size(), "evaluations");
    std::vector<double> points;
    std::vector<std::uint64_t> numbers;
    a.archive.copy_points(points, numbers);
    if (!points.empty()) std::copy(points.begin(), points.end(), given(y, "y"));
    if (evaluations != nullptr) std::copy(numbers.begin(), numbers.end(), evaluations);
  });
}

optimeter_random* optimeter_random_new(uint32_t seed) {
  return result_of<optimeter_random*>(nullptr, [&] {
    return handles().add(
        std::unique_ptr<optimeter_random>(new optimeter_random{LaggedFibonacci(seed)}));
  });
}

void optimeter_random_free(optimeter_random* random) { free_handle(random); }

double optimeter_random_uniform(optimeter_random* random) {
  return result_with(random, kNan, [](optimeter_random& r) { return r.generator.uniform(); });
}

double optimeter_random_normal(optimeter_random* random) {
  return result_with(random, kNan, [](optimeter_random& r) { return r.generator.normal(); });
}

}  // extern "C"
