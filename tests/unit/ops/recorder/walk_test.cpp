#include "ops/recorder/walk.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>
#include <vector>

namespace ironbus::test {

namespace {

using namespace recorder;

/// A BMC with these documents, which records the requests.
struct documents {
  std::map<std::string, std::string> all;
  std::vector<std::string> asked = {};

  result<std::string> read(const std::string& target) {
    asked.push_back(target);
    const auto found = all.find(target);
    if (found == all.end()) return fail(error_code::invalid, "the BMC returned 404");
    return found->second;
  }
  result<recording> walk(const walk_limits& limits = {}) {
    return walk_bmc([this](const std::string& target) { return read(target); }, limits);
  }
};

std::string linking(const std::vector<std::string>& targets) {
  auto links = json::array();
  for (const auto& target : targets) links.push_back({{"@odata.id", target}});
  return to_text({{"Members", links}});
}

std::string why_unread(const recording& what, const std::string& path) {
  for (const auto& one : what.unread)
    if (one.path == path) return one.why;
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(recorder_walk)

BOOST_AUTO_TEST_CASE(linked_resources_are_read_once_in_breadth_first_order) {
  documents bmc{{{"/redfish/v1/", linking({"/redfish/v1/A", "/redfish/v1/B/"})},
                 {"/redfish/v1/A", linking({"/redfish/v1/C#/Fans/0", "/redfish/v1/"})},
                 {"/redfish/v1/B/", linking({"/redfish/v1/A", "/redfish/v1/C"})},
                 {"/redfish/v1/C", "{}"}}};
  const auto out = bmc.walk();
  BOOST_TEST_REQUIRE(out.has_value());
  BOOST_TEST(out->resources.size() == 4U);
  BOOST_TEST(out->resources.contains("/redfish/v1/B"));
  const std::vector<std::string> wanted{"/redfish/v1/",  "/redfish",       "/redfish/v1/odata",
                                        "/redfish/v1/A", "/redfish/v1/B/", "/redfish/v1/C"};
  BOOST_TEST(bmc.asked == wanted, boost::test_tools::per_element());
  BOOST_TEST(out->unread.empty());
}

BOOST_AUTO_TEST_CASE(links_outside_the_service_are_not_followed) {
  documents bmc{
      {{"/redfish/v1/",
        linking({"http://192.0.2.1/redfish/v1/A", "//192.0.2.1/redfish", "/etc/passwd",
                 "/redfish/../etc/passwd", "/redfish/v1/..", "/redfish/v1/%2e%2e/x",
                 "/redfish/v1/a\nb", "/redfish/v1//x", "/redfish/v1/A/index.json", "/redfishes",
                 "/redfish/v1/A?x=1", "/redfish/v1/" + std::string(300, 'x')})}}};
  const auto out = bmc.walk();
  BOOST_TEST_REQUIRE(out.has_value());
  BOOST_TEST(out->resources.size() == 1U);
  BOOST_TEST(bmc.asked.size() == 3U);
  BOOST_TEST(!why_unread(*out, "/redfish/v1/a?b").empty());
}

BOOST_AUTO_TEST_CASE(private_collections_are_not_read) {
  documents bmc{{{"/redfish/v1/", linking({"/redfish/v1/SessionService/Sessions"})},
                 {"/redfish/v1/SessionService/Sessions",
                  R"({"Members": [{"@odata.id": "/redfish/v1/SessionService/Sessions/s3cret"}],
                      "Members@odata.count": 1})"}}};
  const auto out = bmc.walk();
  const auto& sessions = out->resources.at("/redfish/v1/SessionService/Sessions");
  BOOST_TEST(sessions["Members"].empty());
  BOOST_TEST(sessions["Members@odata.count"] == 0);
  BOOST_TEST(out->unread.empty());
}

BOOST_AUTO_TEST_CASE(unreadable_resources_are_reported) {
  documents bmc{{{"/redfish/v1/", linking({"/redfish/v1/A", "/redfish/v1/B", "/redfish/v1/C"})},
                 {"/redfish/v1/B", "<html>"},
                 {"/redfish/v1/C", "[]"}}};
  const auto out = bmc.walk();
  BOOST_TEST_REQUIRE(out.has_value());
  BOOST_TEST(out->unread.size() == 3U);
  BOOST_TEST(why_unread(*out, "/redfish/v1/A") == "the BMC returned 404");
  BOOST_TEST(why_unread(*out, "/redfish/v1/B").starts_with("the response is not JSON: "));
  BOOST_TEST(why_unread(*out, "/redfish/v1/C") == "the response is not a JSON object");
  BOOST_TEST(!out->cut_off);
}

BOOST_AUTO_TEST_CASE(too_deep_documents_are_not_read) {
  std::string deep;
  for (int i = 0; i < 60; ++i) deep += R"({"a":)";
  documents bmc{{{"/redfish/v1/", linking({"/redfish/v1/A"})},
                 {"/redfish/v1/A", deep + "1" + std::string(60, '}')}}};
  BOOST_TEST(bmc.walk()->unread.size() == 1U);
}

BOOST_AUTO_TEST_CASE(missing_service_root_fails) {
  const auto out = documents{}.walk();
  BOOST_TEST_REQUIRE(!out.has_value());
  BOOST_TEST(out.error().message == "GET /redfish/v1/: the BMC returned 404");
}

BOOST_AUTO_TEST_CASE(rejected_account_is_not_retried) {
  unsigned asked = 0;
  const auto read = [&](const std::string& target) -> result<std::string> {
    if (target == "/redfish/v1/") return linking({"/redfish/v1/A", "/redfish/v1/B"});
    ++asked;
    return fail(error_code::forbidden, "the BMC returned 401");
  };
  const auto out = walk_bmc(read, {});
  BOOST_TEST(!out.has_value());
  BOOST_TEST(asked == 1U);
}

BOOST_AUTO_TEST_CASE(unreachable_bmc_ends_the_walk_early) {
  std::vector<std::string> targets;
  targets.reserve(100);
  for (int i = 0; i < 100; ++i) targets.push_back("/redfish/v1/" + std::to_string(i));
  unsigned asked = 0;
  const auto read = [&](const std::string& target) -> result<std::string> {
    if (target == "/redfish/v1/") return linking(targets);
    ++asked;
    return fail(error_code::timeout, "The BMC does not answer.");
  };
  const auto out = walk_bmc(read, {});
  BOOST_TEST_REQUIRE(out.has_value());
  BOOST_TEST(out->cut_off);
  BOOST_TEST(asked == 5U);
  BOOST_TEST(out->unread.size() >= 100U);
}

BOOST_AUTO_TEST_CASE(limits_end_the_walk_and_the_rest_is_reported) {
  std::map<std::string, std::string> endless;
  for (int i = 0; i < 50; ++i)
    endless["/redfish/v1/" + (i == 0 ? std::string{} : std::to_string(i))] =
        linking({"/redfish/v1/" + std::to_string(i + 1), "/redfish/v1/x" + std::to_string(i)});
  walk_limits few;
  few.resources_max = 10;
  const auto by_count = documents{endless}.walk(few);
  BOOST_TEST(by_count->cut_off);
  BOOST_TEST(by_count->resources.size() == 10U);
  walk_limits short_ones;
  short_ones.bytes_max = 500;
  BOOST_TEST(documents{endless}.walk(short_ones)->cut_off);
  std::chrono::steady_clock::time_point time{};
  const auto read = [&](const std::string& target) -> result<std::string> {
    time += std::chrono::minutes{10};
    return endless.contains(target) ? endless.at(target) : "{}";
  };
  const auto by_time = walk_bmc(read, {}, [&] { return time; });
  BOOST_TEST(by_time->cut_off);
  BOOST_TEST(by_time->resources.size() == 3U);
  BOOST_TEST(by_time->unread.front().why == "the limit of 1800 s is reached");
}

BOOST_AUTO_TEST_CASE(all_pages_of_collections_are_read) {
  documents bmc{{{"/redfish/v1/", linking({"/redfish/v1/A"})},
                 {"/redfish/v1/A",
                  R"({"Members": [{"@odata.id": "/redfish/v1/A/1"}], "Members@odata.count": 2,
            "Members@odata.nextLink": "/redfish/v1/A?$skip=1"})"},
                 {"/redfish/v1/A?$skip=1", linking({"/redfish/v1/A/2"})},
                 {"/redfish/v1/A/1", "{}"},
                 {"/redfish/v1/A/2", "{}"}}};
  const auto out = bmc.walk();
  const auto& whole = out->resources.at("/redfish/v1/A");
  BOOST_TEST(whole["Members"].size() == 2U);
  BOOST_TEST(!whole.contains("Members@odata.nextLink"));
  BOOST_TEST(out->resources.contains("/redfish/v1/A/2"));
}

BOOST_AUTO_TEST_CASE(foreign_and_endless_pages_are_reported) {
  documents bmc{
      {{"/redfish/v1/", linking({"/redfish/v1/A", "/redfish/v1/B"})},
       {"/redfish/v1/A",
        R"({"Members": [], "Members@odata.nextLink": "http://192.0.2.1/redfish/v1/A"})"},
       {"/redfish/v1/B", R"({"Members": [], "Members@odata.nextLink": "/redfish/v1/B?$skip=1"})"},
       {"/redfish/v1/B?$skip=1",
        R"({"Members": [], "Members@odata.nextLink": "/redfish/v1/B?$skip=1"})"}}};
  const auto out = bmc.walk();
  BOOST_TEST(out->unread.size() == 2U);
  BOOST_TEST(bmc.asked.size() < 220U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
