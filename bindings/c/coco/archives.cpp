// Archives with a text for each point.
#include <algorithm>
#include <cstdio>

#include "layer.hpp"

using namespace coco_layer;

namespace {

constexpr std::size_t kExtremes = 2;

bool add(coco_archive_s& archive, double first, double second, const char* text) {
  const double y[2] = {first, second};
  int entered = 0;
  if (optimeter_archive_insert(archive.archive, archive.texts.size(), y, 2, &entered) !=
      OPTIMETER_OK) {
    report_last();
    return false;
  }
  if (entered == 0) return false;
  archive.texts.emplace_back(text);
  archive.sorted = false;
  return true;
}

void add_extreme(coco_archive_s& archive, double first, double second) {
  char text[100];
  std::snprintf(text, sizeof(text), "0\t%.15e\t%.15e\n", first, second);
  add(archive, first, second, text);
}

// The extremes, then the other members by increasing second objective.
void sort_texts(coco_archive_s& archive) {
  const std::size_t size = optimeter_archive_size(archive.archive);
  std::vector<double> y(2 * size);
  std::vector<std::uint64_t> numbers(size);
  optimeter_archive_points(archive.archive, y.data(), y.size(), numbers.data(), numbers.size());
  std::vector<std::pair<double, std::size_t>> order;
  archive.sequence.clear();
  for (std::size_t i = 0; i < size; ++i) {
    if (numbers[i] < kExtremes) {
      archive.sequence.push_back(numbers[i]);
    } else {
      order.emplace_back(y[2 * i + 1], numbers[i]);
    }
  }
  std::sort(archive.sequence.begin(), archive.sequence.end());
  std::sort(order.begin(), order.end());
  for (const auto& entry : order) archive.sequence.push_back(entry.second);
  archive.next = 0;
  archive.sorted = true;
}

}  // namespace

extern "C" {

coco_archive_t* coco_archive(const char* suite_name, const size_t function, const size_t dimension,
                             const size_t instance) {
  return guarded<coco_archive_t*>(nullptr, [&]() -> coco_archive_t* {
    optimeter_problem* const problem = optimeter_problem_new(
        suite_name, static_cast<std::int64_t>(function), static_cast<std::int64_t>(dimension),
        static_cast<std::int64_t>(instance));
    optimeter_archive* const made = problem == nullptr ? nullptr : optimeter_archive_of(problem);
    if (made == nullptr) {
      report_last();
      optimeter_problem_free(problem);
      return nullptr;
    }
    auto archive = std::make_unique<coco_archive_s>();
    archive->archive = made;
    const double* const ideal = optimeter_problem_ideal(problem);
    const double* const nadir = optimeter_problem_nadir(problem);
    if (ideal != nullptr && nadir != nullptr) {
      add_extreme(*archive, nadir[0], ideal[1]);
      add_extreme(*archive, ideal[0], nadir[1]);
    }
    optimeter_problem_free(problem);
    return handles().add(std::move(archive));
  });
}

int coco_archive_add_solution(coco_archive_t* archive, const double y1, const double y2,
                              const char* text) {
  coco_archive_s* const object = object_of(archive);
  if (object == nullptr) return 0;
  return guarded(0, [&] { return add(*object, y1, y2, text == nullptr ? "" : text) ? 1 : 0; });
}

size_t coco_archive_get_number_of_solutions(coco_archive_t* archive) {
  const coco_archive_s* const object = object_of(archive);
  return object == nullptr ? 0 : optimeter_archive_size(object->archive);
}

double coco_archive_get_hypervolume(coco_archive_t* archive) {
  const coco_archive_s* const object = object_of(archive);
  return object == nullptr ? 0.0 : optimeter_archive_hypervolume(object->archive);
}

const char* coco_archive_get_next_solution_text(coco_archive_t* archive) {
  coco_archive_s* const object = object_of(archive);
  if (object == nullptr) return "";
  return guarded<const char*>("", [&]() -> const char* {
    if (!object->sorted) sort_texts(*object);
    if (object->next >= object->sequence.size()) return "";
    return object->texts[object->sequence[object->next++]].c_str();
  });
}

void coco_archive_free(coco_archive_t* archive) {
  if (archive == nullptr) return;
  coco_archive_s* const object = object_of(archive);
  if (object == nullptr) return;
  optimeter_archive_free(object->archive);
  handles().remove(archive);
}

}  // extern "C"
