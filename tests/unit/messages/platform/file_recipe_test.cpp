#include "messages/platform/file_recipe.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace ironbus;
namespace fs = std::filesystem;

namespace {

struct recipe_fixture {
  recipe_fixture() {
    fs::create_directories(root / "node");
    write("part-1", "0123456789");
    write("part-2", "abcdefghij");
    std::ofstream{root / "secret"} << "geheim";
  }
  ~recipe_fixture() { fs::remove_all(root); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream{root / "node" / name, std::ios::binary} << text;
  }
  result<composed_file> open(const std::string& text) const {
    write("disc.iso.parts", text);
    return open_recipe((root / "node/disc.iso.parts").string(), {(root / "node").string()});
  }

  const fs::path root = fs::temp_directory_path() / ("recipe_" + std::to_string(::getpid()));
};

std::string read_spans(const std::vector<file_span>& spans) {
  std::string out;
  for (const auto& one : spans) {
    std::string part(one.bytes, '\0');
    BOOST_REQUIRE(one.file->read(one.first, part).value() == part.size());
    out += part;
  }
  return out;
}

const std::vector<recipe_part> some_parts{
    {"", 0, 4}, {"part-1", 0, 10}, {"", 4, 2}, {"part-2", 2, 5}};

std::string recipe_of(const std::string& rows, const std::string& own = "") {
  return "ironbus recipe 1\n" + rows + "\n" + own;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(file_recipes, recipe_fixture)

BOOST_AUTO_TEST_CASE(a_recipe_is_read_as_it_was_written) {
  const auto text = recipe_text(some_parts, "HEAD--");
  const auto read = read_recipe(text, text.size());
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST((read->parts == some_parts));
  BOOST_TEST(text.substr(read->own_begin) == "HEAD--");
}

BOOST_AUTO_TEST_CASE(every_range_equals_that_of_the_whole_file) {
  const auto opened = open(recipe_text(some_parts, "HEAD--"));
  BOOST_REQUIRE(opened.has_value());
  const std::string whole = "HEAD0123456789--cdefg";
  BOOST_TEST(opened->size_bytes() == whole.size());
  for (size_t first = 0; first <= whole.size(); ++first)
    for (size_t bytes = 0; first + bytes <= whole.size(); ++bytes)
      BOOST_REQUIRE(read_spans(opened->spans(first, bytes)) == whole.substr(first, bytes));
  BOOST_TEST(read_spans(opened->spans(18, 1000)) == "efg");
  BOOST_TEST(opened->spans(whole.size(), 5).empty());
}

BOOST_AUTO_TEST_CASE(a_single_file_is_one_span) {
  const composed_file one{open_below((root / "node/part-1").string(), {root.string()}).value()};
  BOOST_TEST(one.size_bytes() == 10U);
  BOOST_TEST(read_spans(one.spans(3, 4)) == "3456");
}

BOOST_AUTO_TEST_CASE(invalid_recipes_are_rejected) {
  for (const auto& text :
       {std::string{}, std::string{"ironbus recipe 2\n[]\n"}, std::string{"ironbus recipe 1\n"},
        std::string{"ironbus recipe 1\n[]"}, recipe_of("{}"), recipe_of("[[]]"),
        recipe_of(R"([["part-1",0]])"), recipe_of(R"([["part-1",-1,2]])"),
        recipe_of(R"([["part-1",0,"2"]])"), recipe_of(R"([[7,0,2]])"),
        recipe_of(R"([["part-1",0,1e3]])"), recipe_of("[" + std::string(20'000, ' ') + "]"),
        recipe_of(R"([["part-1",18446744073709551615,2]])")}) {
    const auto opened = open(text);
    BOOST_REQUIRE(!opened.has_value());
    BOOST_TEST((opened.error().code == error_code::invalid), text.substr(0, 60));
  }
  std::string many = "[";
  for (int i = 0; i < 65; ++i) many += std::string{i > 0 ? "," : ""} + R"(["part-1",0,1])";
  BOOST_TEST(!open(recipe_of(many + "]")));
}

BOOST_AUTO_TEST_CASE(parts_must_be_in_the_same_folder) {
  fs::create_symlink(root / "secret", root / "node/out");
  for (const auto* name :
       {"../secret", ".hidden", "/etc/passwd", "a/b", "disc.iso.parts", "PART", "out", ".", ".."}) {
    const auto opened = open(recipe_of("[[\"" + std::string{name} + "\",0,1]]"));
    BOOST_TEST(!opened.has_value(), name);
  }
}

BOOST_AUTO_TEST_CASE(missing_and_shortened_parts_are_detected) {
  BOOST_TEST((open(recipe_of(R"([["part-9",0,1]])")).error().code == error_code::not_found));
  BOOST_TEST((open(recipe_of(R"([["part-1",5,6]])")).error().code == error_code::unavailable));
  BOOST_TEST((open(recipe_of(R"([["",0,6]])", "five.")).error().code == error_code::invalid));
  BOOST_TEST(open(recipe_of(R"([["",0,5]])", "five.")).has_value());
}

BOOST_AUTO_TEST_CASE(compositions_have_different_stamps) {
  const auto one = open(recipe_text({{"part-1", 0, 10}}, ""));
  fs::remove(root / "node/disc.iso.parts");
  const auto other = open(recipe_text({{"part-2", 0, 10}}, ""));
  BOOST_TEST((one->stamp() != other->stamp()));
  BOOST_TEST(one->stamp().bytes == 10);
}

BOOST_AUTO_TEST_SUITE_END()
