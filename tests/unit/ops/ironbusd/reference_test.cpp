#include "ops/ironbusd/commands/reference.hpp"

#include "ops/ironbusd/options/option_table.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <set>
#include <sstream>

using namespace ironbus::daemon;

namespace {

/// The tests run in the project's root.
std::string file(const std::string& path) {
  std::ifstream input{path};
  std::ostringstream out;
  out << input.rdbuf();
  return out.str();
}

/// The sample without the comment marks of the options.
std::string uncommented(const std::string& sample) {
  std::istringstream input{sample};
  std::string out;
  for (std::string line; std::getline(input, line);) {
    const auto mark = line.find('#');
    if (mark != std::string::npos && line.compare(mark, 2, "# ") != 0) line.erase(mark, 1);
    out += line + "\n";
  }
  return out;
}

std::string errors(const problems& all) {
  std::string out;
  for (const auto& x : all) out += to_string(x) + "\n";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(the_option_table)

BOOST_AUTO_TEST_CASE(keys_and_variables_are_unique_and_belong_to_a_section) {
  std::set<std::string> keys;
  std::set<std::string> variables;
  for (const auto& x : option_table()) {
    BOOST_CHECK_MESSAGE(keys.insert(x.key()).second, x.key());
    BOOST_CHECK_MESSAGE(variables.insert(x.variable()).second, x.variable());
    BOOST_CHECK_MESSAGE(!x.description.empty() && x.description.back() == '.', x.key());
    BOOST_CHECK(std::any_of(sections().begin(), sections().end(),
                            [&](const auto& part) { return part.name == x.section; }));
  }
}

BOOST_AUTO_TEST_CASE(every_default_is_valid_and_parses_back) {
  for (const auto& x : option_table()) {
    settings defaults;
    const auto shown = x.where.show(defaults, x.allowed);
    if (shown.empty()) {
      BOOST_CHECK_MESSAGE(!x.unset.empty() && !x.example.empty(), x.key());
      continue;
    }
    problems wrong;
    const auto texts = read_yaml("value: " + shown, "default", wrong);
    BOOST_REQUIRE_MESSAGE(wrong.empty() && texts.size() == 1, x.key() + ": " + shown);
    settings read;
    BOOST_CHECK_MESSAGE(x.where.read(read, texts[0].value, x.allowed), x.key() + ": " + shown);
    BOOST_TEST(x.where.show(read, x.allowed) == shown);
  }
}

BOOST_AUTO_TEST_CASE(the_page_in_docs_matches_the_table) {
  BOOST_CHECK_MESSAGE(file("docs/reference/configuration.md") == reference_markdown(),
                      "run: ironbusd config reference >docs/reference/configuration.md");
}

BOOST_AUTO_TEST_CASE(the_sample_matches_the_table) {
  BOOST_CHECK_MESSAGE(file("ops/config/ironbus.yaml") == sample_yaml(),
                      "run: ironbusd config sample >ops/config/ironbus.yaml");
}

BOOST_AUTO_TEST_CASE(the_sample_sets_no_option) {
  const auto x = load_configuration(configuration_sources{"ops/config/ironbus.yaml", {}, {}});
  BOOST_TEST(errors(x.wrong) == "");
  BOOST_CHECK(x.origins.empty());
}

BOOST_AUTO_TEST_CASE(the_sample_has_every_option_with_a_valid_value) {
  problems wrong;
  const auto x = load_configuration(read_yaml(uncommented(sample_yaml()), "sample", wrong));
  BOOST_TEST(errors(wrong) == "");
  BOOST_TEST(errors(x.wrong) == "");
  for (const auto& option : option_table())
    BOOST_CHECK_MESSAGE(x.origins.contains(option.key()), option.key());
}

BOOST_AUTO_TEST_CASE(the_effective_configuration_is_valid) {
  problems wrong;
  const auto shown = effective_yaml(load_configuration(std::vector<setting_text>{}));
  const auto x = load_configuration(read_yaml(shown, "shown", wrong));
  BOOST_TEST(errors(wrong) + errors(x.wrong) == "");
}

BOOST_AUTO_TEST_SUITE_END()
