// The parsers on small texts, and on thousands of damaged ones, under the sanitizers.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "fuzz/check_parsers.hpp"

namespace {

using namespace optimeter::parsers;

const std::string kHeader =
    "% f evaluations | g evaluations | best noise-free fitness - Fopt (7.948000000000e+01) + sum "
    "g_i+ | measured fitness | best measured fitness | x1 | x2...\n";

void test_numbers() {
  require(parse_double("+1.4e+000") == 1.4);
  require(parse_double("-.5") == -0.5);
  require(parse_double("1e400") == std::numeric_limits<double>::infinity());
  require(parse_double("1e-400") == 0.0);
  for (const char* text : {"nan", "+nan", "-nan(ind)", "1.#QNAN", "NaN"}) {
    require(std::isnan(parse_double(text).value()));
  }
  for (const char* text : {"inf", "+Infinity", "1.#INF"}) {
    require(std::isinf(parse_double(text).value()));
  }
  for (const char* text : {"", "+", "1.2.3", "abc", "0x10", "--1", "+-1", "1,5", "e5"}) {
    require(!parse_double(text));
  }
  bool inexact = false;
  require(parse_count("9223372036854775807", inexact) == INT64_MAX && !inexact);
  require(parse_count("1e+06", inexact) == 1000000 && inexact);
  require(!parse_count("9223372036854775808", inexact));
}

void test_lines() {
  for (const char* end : {"\n", "\r\n", "\r"}) {
    const std::string text = std::string("a") + end + end + "b" + end + "c";
    Lines lines(text);
    std::string seen;
    while (lines.next()) seen += std::string(lines.line()) + "|";
    require(seen == "a||b|c|" && lines.number() == 4 && lines.open_end());
  }
}

void test_coco() {
  const CocoFile file =
      parse_coco(kHeader + "1 0 10 9 9\n5 3 1 9 9\n" + kHeader + "1 0 2 9 9\n", BlockKind::kOld);
  require(file.line == std::vector<std::int64_t>({1, 4}));
  require(file.last == std::vector<std::int64_t>({8, 1}));
  require(file.step_evaluations == std::vector<std::int64_t>({1, 8, 1}));
  require(file.reference.front() == 79.48);
  require(file.notes.all().empty());
}

void test_index() {
  const Index index = parse_index(
      "suite = 'bbob', funcId = 3, DIM = 2, algId = 'Bob's, own'\n% words\n"
      "data_f3\\x.dat, 1:200|3.1e-02,2:200|9.9e-01;7;8, 3");
  require(index.entries.size() == 1 && index.notes.all().empty());
  const IndexEntry& entry = index.entries.front();
  require(entry.keys.back().second == "Bob's, own" && entry.comment == "words");
  require(entry.files.front().path == "data_f3/x.dat");
  require(entry.files.front().runs.size() == 3);
  require(entry.files.front().runs[1].attributes == "7;8");
  require(!entry.files.front().runs[2].finished);
}

// Flips, cuts, doubles and inserts bytes of the seeds; the same ones in every run.
void test_csv() {
  const std::string_view text =
      "\n name ;evals;y\r\n\"a \"\"b\"\"; c\";1;8\r\n\"a \"\"b\"\"; c\"; 4 "
      ";x\n\nd;7\n\"e\nf\";1e6;+2.5";
  const auto titles = csv_titles(text, ';');
  require((titles == std::vector<std::string>{"name", "evals", "y"}));
  const std::vector<CellKind> kinds{CellKind::kText, CellKind::kCount, CellKind::kNumber};
  const CsvTable table = parse_csv(text, ';', kinds);
  require((table.columns[0].texts == std::vector<std::string>{"a \"b\"; c", "e\nf"}));
  require((table.columns[0].codes == std::vector<std::int32_t>{0, 0, 1}));
  require((table.columns[1].counts == std::vector<std::int64_t>{1, 4, 1'000'000}));
  require(table.columns[2].numbers[0] == 8.0 && table.columns[2].numbers[2] == 2.5);
  require(std::isnan(table.columns[2].numbers[1]));
  require(table.notes.all().size() == 1 && table.notes.all()[0].line == 6);
  require(parse_csv("", ',', {}).columns.empty());
  require(csv_titles(" \n\n", ',').empty());
}

void test_damage(const std::filesystem::path& corpus) {
  std::mt19937 random(1);
  const auto below = [&random](std::size_t n) { return n == 0 ? 0 : random() % n; };
  std::size_t seeds = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string seed((std::istreambuf_iterator<char>(stream)), {});
    ++seeds;
    check_parser(seed);
    for (int round = 0; round < 400; ++round) {
      std::string text = seed;
      for (std::size_t change = 0; change < 1 + below(5); ++change) {
        const std::size_t at = 1 + below(text.size() - 1);
        switch (below(4)) {
          case 0:
            if (at < text.size()) text[at] = static_cast<char>(below(256));
            break;
          case 1:
            text.erase(at, below(40));
            break;
          case 2:
            text.insert(at, text.substr(at / 2, below(80)));
            break;
          default:
            text.insert(at, 1, "\n\r%,=|:'\" 0"[below(11)]);
        }
        if (text.size() < 2) text = "00";
      }
      check_parser(text);
    }
  }
  require(seeds > 0);
}

}  // namespace

int main() {
  test_numbers();
  test_lines();
  test_coco();
  test_index();
  test_csv();
  test_damage(std::filesystem::path(__FILE__).parent_path() / "fuzz" / "corpus");
  std::puts("parsers: ok");
}
