// Random search on some problems of bbob, recorded in exdata/random-cpp.
//
//     c++ -std=c++17 random_search.cpp $(pkg-config --cflags --libs optimeter) -o random_search
#include <iostream>
#include <optimeter.hpp>
#include <vector>

int main() {
  const optimeter::Suite suite("bbob",
                               optimeter::Selection().dimensions({2, 5}).instances({1, 2, 3}));
  optimeter::Observer observer("exdata/random-cpp",
                               optimeter::Options::coco().text("algorithm", "random search"));
  optimeter::Random random(1);
  for (optimeter::Problem problem : suite) {
    observer.observe(problem);
    const auto lower = problem.lower_bounds();
    const auto upper = problem.upper_bounds();
    std::vector<double> x(problem.dimension());
    while (problem.evaluations() < 100 * problem.dimension()) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = lower[i] + random.uniform() * (upper[i] - lower[i]);
      }
      problem(x);
    }
  }
  observer.close();
  std::cout << suite.size() << " problems recorded in " << observer.folder() << "\n";
}
