#include "actors/json_patch.hpp"

#include "messages/model/node.hpp"

#include <boost/test/unit_test.hpp>

// The cases of RFC 6902, appendix A, for the operations that the API knows, with the documents of
// the RFC below /extra.

using namespace ironbus;

namespace {

struct rfc_case {
  const char* name;
  const char* document;
  std::vector<patch_operation> patch;
  const char* outcome;  ///< Null: rejected.
};

const std::vector<rfc_case> cases{
    {"A.1 a member",
     R"({"foo": "bar"})",
     {{"add", "/baz", "qux"}},
     R"({"baz": "qux", "foo": "bar"})"},
    {"A.2 an element",
     R"({"foo": ["bar", "baz"]})",
     {{"add", "/foo/1", "qux"}},
     R"({"foo": ["bar", "qux", "baz"]})"},
    {"A.3 a member goes",
     R"({"baz": "qux", "foo": "bar"})",
     {{"remove", "/baz", {}}},
     R"({"foo": "bar"})"},
    {"A.4 an element goes",
     R"({"foo": ["bar", "qux", "baz"]})",
     {{"remove", "/foo/1", {}}},
     R"({"foo": ["bar", "baz"]})"},
    {"A.5 another value",
     R"({"baz": "qux", "foo": "bar"})",
     {{"replace", "/baz", "boo"}},
     R"({"baz": "boo", "foo": "bar"})"},
    {"A.10 a nested member",
     R"({"foo": "bar"})",
     {{"add", "/child", {{"grandchild", json::object()}}}},
     R"({"foo": "bar", "child": {"grandchild": {}}})"},
    {"A.12 to a target that is not there",
     R"({"foo": "bar"})",
     {{"add", "/baz/bat", "qux"}},
     nullptr},
    {"A.14 escaped keys",
     R"({"/": 9, "~1": 10})",
     {{"replace", "/~01", 11}},
     R"({"/": 9, "~1": 11})"},
    {"A.16 an array as an element",
     R"({"foo": ["bar"]})",
     {{"add", "/foo/-", {"abc", "def"}}},
     R"({"foo": ["bar", ["abc", "def"]]})"},
    {"what is not there is not replaced", R"({"a": 1})", {{"replace", "/b", 2}}, nullptr},
    {"what is not there is not removed", R"({"a": 1})", {{"remove", "/b", {}}}, nullptr},
    {"an index beyond the end", R"({"foo": ["bar"]})", {{"add", "/foo/2", "x"}}, nullptr},
    {"an index with a leading zero", R"({"foo": ["bar"]})", {{"replace", "/foo/00", "x"}}, nullptr},
    {"an index that is none", R"({"foo": ["bar"]})", {{"replace", "/foo/1e0", "x"}}, nullptr},
    {"nothing is added below a number", R"({"a": 1})", {{"add", "/a/b", 2}}, nullptr},
    {"nothing is added below a text", R"({"a": "x"})", {{"add", "/a/0", 2}}, nullptr},
    {"nothing is added below null", R"({"a": null})", {{"add", "/a/b", 2}}, nullptr},
    {"nothing is removed below a number", R"({"a": 1})", {{"remove", "/a/b", {}}}, nullptr},
    {"nothing is removed below null", R"({"a": null})", {{"remove", "/a/b", {}}}, nullptr},
    {"one after the other",
     R"({})",
     {{"add", "/a", json::array()}, {"add", "/a/-", 1}, {"add", "/a/0", 0}, {"remove", "/a/1", {}}},
     R"({"a": [0]})"},
    {"all or nothing", R"({"a": 1})", {{"add", "/b", 2}, {"remove", "/nope", {}}}, nullptr},
};

json node_with(const json& extra) {
  node x;
  x.extra = extra;
  auto out = json::object();
  for (const auto& field : node_fields()) out.emplace(field.spec.name, field.get(x));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(patches_are_those_of_the_rfc) {
  const auto specs = specs_of(node_fields());
  for (const auto& one : cases) {
    BOOST_TEST_CONTEXT(one.name) {
      auto patch = one.patch;
      for (auto& x : patch) x.path = "/extra" + x.path;
      auto document = node_with(json::parse(one.document));
      const auto touched = apply_patch(document, specs, patch, 115);
      BOOST_TEST(touched.has_value() == (one.outcome != nullptr));
      if (touched && one.outcome != nullptr)
        BOOST_TEST(document["extra"] == json::parse(one.outcome));
    }
  }
}
