#include "actors/runtime/group_watch.hpp"

#include "actors/runtime/inbound.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

const auto begun = group_watch::clock::now();
constexpr auto moment = std::chrono::seconds{1};

member worker(const std::string& name, std::vector<std::string> groups) {
  return {name, "1", encode_description({"host", {"driver"}, {}, std::move(groups), 1, {}})};
}

outgoing request_for(const std::string& group) {
  step_request x;
  x.id = {"6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01", "operation", 2, 3};
  x.machine.conductor_group = group;
  envelope head;
  head.id = "request";
  head.type = step_request_type;
  head.source = "/test";
  head.subject = x.id.node;
  head.data = x;
  outgoing out;
  out.body = encode_envelope(head);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(at_the_start_the_served_groups_are_unknown) {
  group_watch x{begun};
  BOOST_TEST(!x.served());
  x.take({{"conductor-1", "1", R"({"roles":["conductor"],"conductor_groups":["a"]})"}},
         begun + moment);
  BOOST_TEST(!x.served());
  x.take({worker("driver-1", {"", "rack-1"})}, begun + 2 * moment);
  BOOST_REQUIRE(x.served());
  BOOST_TEST(x.served()->has("rack-1"));
  BOOST_TEST(!x.served()->has("rack-9"));
}

BOOST_AUTO_TEST_CASE(without_any_worker_for_long_no_group_is_served) {
  group_watch x{begun};
  x.take({}, begun + group_watch::absence_tolerated);
  BOOST_REQUIRE(x.served());
  BOOST_TEST(!x.served()->has(""));
  BOOST_TEST(x.served()->refusal("").find("no driver worker is running") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_restarting_worker_still_serves_and_a_missing_one_does_not) {
  group_watch x{begun};
  x.take({worker("driver-1", {"rack-1"})}, begun);
  x.take({}, begun + moment);
  BOOST_TEST(x.served()->has("rack-1"));
  x.take({}, begun + group_watch::absence_tolerated);
  BOOST_TEST(!x.served()->has("rack-1"));
}

BOOST_AUTO_TEST_CASE(a_description_of_an_older_release_names_one_group) {
  const served_groups old{
      {{"d", "1", R"({"roles":["driver"],"conductor_group":"rack-1"})"}, {"e", "1", "no JSON"}}};
  BOOST_TEST(old.has("rack-1"));
  BOOST_TEST(old.names().size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_unroutable_step_fails_only_in_an_unserved_group) {
  const served_groups served{{"rack-1"}};
  const auto now = timestamp{std::chrono::hours{24}};
  BOOST_TEST(!make_unserved(request_for("rack-1"), &served, now));
  BOOST_TEST(!make_unserved(request_for("rack-9"), nullptr, now));
  BOOST_TEST(!make_unserved({}, &served, now));
  const auto end = make_unserved(request_for("rack-9"), &served, now);
  BOOST_REQUIRE(end);
  const auto& outcome = std::get<step_outcome>(std::get<node_message>(end->what));
  BOOST_TEST((outcome.status == step_status::failed));
  BOOST_TEST(outcome.id.attempt == 3U);
  BOOST_TEST(outcome.reason.find("'rack-9'; served groups: 'rack-1'") != std::string::npos);
}
