#include "messages/base/yaml.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus {

namespace {

json marked_scalar(const std::string& text, bool quoted) { return (quoted ? "q:" : "p:") + text; }

tl::expected<json, yaml_problem> read_marked(const std::string& text) {
  return load_yaml(text).and_then(
      [](const YAML::Node& root) { return read_yaml_value(root, marked_scalar); });
}

/// "3: it has too many values"; empty: no error.
std::string problem_of(const std::string& text) {
  const auto read = read_marked(text);
  return read ? "" : std::to_string(read.error().line) + ": " + read.error().what;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(yaml_texts)

BOOST_AUTO_TEST_CASE(the_reader_converts_scalars) {
  BOOST_TEST(read_marked("a: 1\nb: '1'\nc: [\"x y\", ~, {}]\nd:").value() ==
             json::parse(R"({"a":"p:1","b":"q:1","c":["q:x y",null,{}],"d":null})"));
  BOOST_TEST(read_marked("").value().is_null());
  BOOST_TEST(read_marked("plain").value() == "p:plain");
}

BOOST_AUTO_TEST_CASE(errors_have_a_line) {
  BOOST_TEST(problem_of("a: 1\nb: [").starts_with("2: "));
  BOOST_TEST(problem_of("a: 1\nb:\n  c: 1\n  c: 2") == "4: 'c' occurs twice");
  BOOST_TEST(problem_of("a: 1\n? [x]\n: 1") == "2: a key is not a scalar");
}

BOOST_AUTO_TEST_CASE(depth_values_and_size_are_limited) {
  BOOST_TEST(problem_of(std::string(25, '[') + std::string(25, ']')).empty());
  BOOST_TEST(problem_of("\n" + std::string(27, '[') + std::string(27, ']')) ==
             "2: it is nested too deeply");
  BOOST_TEST(problem_of("&a [*a]") == "1: it is nested too deeply");
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 6; ++i) {
    const auto before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int item = 0; item < 9; ++item) bomb += before + " , ";
    bomb += before + " ]\n";
  }
  BOOST_TEST(problem_of(bomb).ends_with("it has too many values"));
  BOOST_TEST(problem_of(std::string(9 * 1024 * 1024, ' ')) == "1: it is longer than 8 MiB");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
