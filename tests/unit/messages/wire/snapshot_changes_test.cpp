#include "messages/wire/snapshot_changes.hpp"

#include "messages/wire/past_node.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_SUITE(snapshot_changes)

BOOST_AUTO_TEST_CASE(untrusted_changes_are_limited) {
  const json document{{"a", {1, 2}}};
  const auto applied = [&](const json& changes) { return apply_changes(document, changes); };
  BOOST_TEST(applied({{{"op", "add"}, {"path", "/b"}, {"value", 3}}}).value()["b"] == 3);
  for (const json& bad :
       {json{{"op", "copy"}, {"from", ""}, {"path", "/b"}}, json{{"op", "add"}, {"path", "/x/y"}},
        json{{"op", "add"}, {"path", "/a/0/b"}, {"value", 1}}, json{{"op", "remove"}, {"path", ""}},
        json{{"op", "remove"}, {"path", "/z"}}, json(5), json{{"op", 5}, {"path", "/a"}},
        json{{"op", "remove"}, {"path", std::string(100, '/')}}})
    BOOST_TEST(!applied(json::array({bad})).has_value(), to_text(bad));
  BOOST_TEST(!applied("x").has_value());
}

BOOST_AUTO_TEST_CASE(changes_that_do_not_apply_mean_damage) {
  for (const auto* changes :
       {R"([{"op":"add","path":"/a/0/b","value":1}])", R"([{"op":"remove","path":"/z"}])",
        R"([{"op":"copy","from":"","path":"/b"}])", "[", "5"}) {
    decision_record decision;
    decision.version = 1;
    decision.before = R"({"a":[1,2]})";
    decision.changes = changes;
    past_node past;
    past.take(decision);
    const auto state = past.state();
    BOOST_TEST_REQUIRE(!state.has_value(), changes);
    BOOST_TEST((state.error().code == error_code::internal));
    BOOST_TEST(state.error().message.starts_with("A decision in the log is damaged: "));
  }
}

BOOST_AUTO_TEST_SUITE_END()
