#include "messages/base/bounds.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

/// {"a": {"a": … {}}} of that many levels.
json nested(size_t levels) {
  json out = json::object();
  for (size_t i = 1; i < levels; ++i) {
    json around = json::object();
    around["a"] = std::move(out);
    out = std::move(around);
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bounds)

BOOST_AUTO_TEST_CASE(the_size_of_a_value_is_that_of_its_text) {
  for (const char* text :
       {"7", "-1.5", "true", "null", R"("")", R"("x\"\\\n\u0001\u000b\u00e9/")", "[]", "{}", "[1]",
        R"({"a":1})", R"({"a\n":[1,2,{"b":[]}],"c":"d","e":{"f":null}})"}) {
    const auto x = json::parse(text);
    BOOST_TEST(extent_of(x).bytes == to_text(x).size(), text);
  }
}

BOOST_AUTO_TEST_CASE(depth_counts_objects_and_lists) {
  BOOST_TEST(extent_of(json(1)).depth == 0U);
  BOOST_TEST(extent_of(json::array()).depth == 1U);
  BOOST_TEST(extent_of(json::parse(R"([[],{"a":[[1]]},2])")).depth == 4U);
}

// A stack of eight megabytes is too small for one frame per level.
BOOST_AUTO_TEST_CASE(an_extremely_deep_value_can_be_measured) {
  const auto x = nested(300'000);
  BOOST_TEST(extent_of(x).depth == 300'000U);
}

BOOST_AUTO_TEST_CASE(own_documents_that_are_too_deep_are_rejected) {
  const std::string open(own_json_depth_max + 1, '[');
  const std::string close(own_json_depth_max + 1, ']');
  BOOST_TEST(!parse_own_json(open + close).has_value());
  BOOST_TEST(parse_own_json(open.substr(1) + close.substr(1)).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
