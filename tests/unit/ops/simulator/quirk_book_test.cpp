#include "ops/simulator/quirks/quirk_book.hpp"

#include "messages/base/text.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

namespace ironbus::test {

using namespace simulator;

BOOST_AUTO_TEST_SUITE(quirk_book_rules)

BOOST_AUTO_TEST_CASE(each_quirk_has_a_name_a_source_a_sentence_and_an_effect) {
  std::set<std::string_view> names;
  for (const auto& row : quirk_book()) {
    BOOST_TEST_CONTEXT(row.name) {
      BOOST_TEST(names.insert(row.name).second);
      BOOST_TEST(!row.source.empty());
      BOOST_TEST(row.sentence.ends_with('.'));
      BOOST_TEST((row.make != nullptr || row.shape != nullptr || row.shape_machine != nullptr));
    }
  }
}

BOOST_AUTO_TEST_CASE(names_are_read_in_the_order_of_the_book) {
  const auto read = read_quirks("slow-eject,broken-utf8,slow-eject");
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST_REQUIRE(read->size() == 2U);
  BOOST_TEST(read->front()->name == "broken-utf8");
  const auto wrong = read_quirks("slow-eject,nonsense");
  BOOST_TEST_REQUIRE(!wrong.has_value());
  BOOST_TEST(wrong.error().message.find("'nonsense'; allowed: broken-utf8") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(number_of_random_quirks_is_checked) {
  BOOST_TEST(read_quirk_draw("2-4")->least == 2U);
  BOOST_TEST(read_quirk_draw("2-4")->most == 4U);
  BOOST_TEST(read_quirk_draw("3")->most == 3U);
  for (const auto* text : {"", "4-2", "-", "2-", "1-9", "x", "1-2-3", "-1"})
    BOOST_TEST_CONTEXT(text) BOOST_TEST(!read_quirk_draw(text).has_value());
}

BOOST_AUTO_TEST_CASE(machine_draws_by_seed_and_name_one_quirk_of_a_source_at_most) {
  std::set<std::string_view> met;
  std::set<size_t> sizes;
  for (int number = 0; number < 400; ++number) {
    const auto machine = "sim-" + std::to_string(number);
    const auto drawn = draw_quirks({2, 4}, 5, machine);
    BOOST_TEST((drawn == draw_quirks({2, 4}, 5, machine)));
    std::set<std::string_view> sources;
    for (const auto* row : drawn) {
      met.insert(row->name);
      BOOST_TEST(row->drawn);
      BOOST_TEST(sources.insert(row->source).second);
    }
    sizes.insert(drawn.size());
  }
  BOOST_TEST((sizes == std::set<size_t>{2, 3, 4}));
  BOOST_TEST(met.size() == static_cast<size_t>(std::ranges::count_if(
                               quirk_book(), [](const auto& row) { return row.drawn; })));
  BOOST_TEST((draw_quirks({4, 4}, 1, "a") != draw_quirks({4, 4}, 2, "a")));
}

BOOST_AUTO_TEST_CASE(page_lists_the_book) {
  std::ifstream file{"docs/how-to/simulate_machines.md"};  // tests run at the root of the project
  std::ostringstream text;
  text << file.rdbuf();
  for (const auto& row : quirk_book()) {
    const auto line = "| `" + std::string{row.name} + "` | " + std::string{row.source} + " | " +
                      std::string{row.sentence.substr(0, row.sentence.size() - 1)} + " |\n";
    BOOST_TEST_CONTEXT(line) BOOST_TEST(text.str().find(line) != std::string::npos);
  }
  size_t lines = 0;
  std::istringstream again{text.str()};
  bool in_table = false;
  for (std::string line; std::getline(again, line);) {
    if (line.starts_with("| quirk |")) in_table = true;
    if (line.empty()) in_table = false;
    lines += in_table && line.starts_with("| `") ? 1 : 0;
  }
  BOOST_TEST(lines == quirk_book().size());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
