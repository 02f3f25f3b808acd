// The suites bbob and bbob-boxed.
#include "bbob/landscapes/bbob.hpp"

#include <algorithm>

#include "optimeter/errors.hpp"
#include "suites/bbob_family.hpp"

namespace optimeter {
namespace {

// Instances 1 to 5, as every year has them, and ten of the year's own.
std::vector<std::int64_t> with_ten_more(std::int64_t first) {
  std::vector<std::int64_t> instances = instance_range(1, 5);
  const std::vector<std::int64_t> more = instance_range(first, first + 9);
  instances.insert(instances.end(), more.begin(), more.end());
  return instances;
}

std::vector<std::int64_t> instances_2009() {
  std::vector<std::int64_t> instances;
  for (int round = 0; round < 3; ++round) {
    for (std::int64_t i = 1; i <= 5; ++i) instances.push_back(i);
  }
  return instances;
}

std::string suffix(int function, std::size_t dimension, std::int64_t instance) {
  return "_f" + digits(function, 3) + "_i" + digits(instance, 2) + "_d" +
         digits(static_cast<std::int64_t>(dimension), 2);
}

std::string words(int function, std::size_t dimension, std::int64_t instance) {
  return " suite problem f" + std::to_string(function) + " instance " + std::to_string(instance) +
         " in " + std::to_string(dimension) + "D";
}

class Bbob final : public BbobFamily {
 public:
  Bbob() {
    name_ = "bbob";
    title_ = "24 noiseless functions";
    dimensions_ = {2, 3, 5, 10, 20, 40};
    for (int year = 2009; year <= 2023; ++year) years_.push_back(year);
  }

  std::vector<std::int64_t> instances(std::optional<int> year) const override {
    // The default stays the list of 2018 although later ones exist, as in COCO.
    const int which = year.value_or(2018);
    if (which == 2009) return instances_2009();
    if (which == 2010 || which == 2011) return instance_range(1, 15);
    if (which == 2012) return with_ten_more(21);
    if (which == 2013 || which == 2014) return with_ten_more(31);
    if (which == 2015) return with_ten_more(41);
    if (which == 2016) return with_ten_more(51);
    if (which == 2017) return with_ten_more(61);
    if (which >= 2018 && which <= 2020) return with_ten_more(71);
    if (which == 2021 || which == 2022) return with_ten_more(91);
    if (which >= 2023) return with_ten_more(101);
    throw InvalidArgument("suite bbob has instances for the years from 2009 on; got year " +
                          std::to_string(which));
  }

  std::string id(int function, std::size_t dimension, std::int64_t instance) const override {
    return "bbob" + suffix(function, dimension, instance);
  }

 protected:
  std::unique_ptr<Problem> make(const FunctionInfo& function, std::size_t dimension,
                                std::int64_t instance, const ProblemOptions&) const override {
    ProblemInfo info = base_info(*this, function, dimension, instance);
    const int number = function.number;
    info.name = "BBOB" + words(number, dimension, instance);
    auto landscape = std::make_shared<const LazyLandscape>(
        [=] { return bbob_landscape(number, dimension, instance); });
    return std::make_unique<Problem>(std::move(info), std::move(landscape));
  }
};

class Boxed final : public BbobFamily {
 public:
  Boxed() {
    name_ = "bbob-boxed";
    title_ = "the 24 functions with a hard box: +inf outside, optima anywhere inside";
    dimensions_ = {2, 3, 5, 10, 20, 40};
    years_ = {2023};
  }

  std::vector<std::int64_t> instances(std::optional<int> year) const override {
    const int which = year.value_or(2023);
    if (which == 2023) return with_ten_more(101);
    throw InvalidArgument("suite bbob-boxed has instances for the year 2023; got year " +
                          std::to_string(which));
  }

  std::string id(int function, std::size_t dimension, std::int64_t instance) const override {
    return "bbob-boxed" + suffix(function, dimension, instance);
  }

 protected:
  std::unique_ptr<Problem> make(const FunctionInfo& function, std::size_t dimension,
                                std::int64_t instance, const ProblemOptions&) const override {
    ProblemInfo info = base_info(*this, function, dimension, instance);
    const int number = function.number;
    info.name = "transform_vars_enforce_box(bbob-boxed" + words(number, dimension, instance) + ")";
    auto landscape = std::make_shared<const LazyLandscape>(
        [=] { return boxed_landscape(number, dimension, instance); });
    return std::make_unique<Problem>(std::move(info), std::move(landscape));
  }
};

}  // namespace

const SuiteDefinition& bbob_suite() {
  static const Bbob suite;
  return suite;
}

const SuiteDefinition& bbob_boxed_suite() {
  static const Boxed suite;
  return suite;
}

}  // namespace optimeter
