#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

// Reads the event log page by page.

namespace {

struct log_fixture : gateway_fixture {
  log_fixture() {
    for (uint64_t position = 1; position <= 6; ++position)
      records.log.events.push_back(
          {position, {"n1", "step_started", {}, {}, {}, {}, false, R"({"id":"e"})"}});
    records.log.newest = 6;
  }

  json list(const std::string& query) { return get("/v1/events" + query); }
  /// The link in a page's `next`, without the gateway's address.
  static std::string next_of(const json& page) {
    const auto next = page.at("next").get<std::string>();
    return next.substr(next.find("/v1/"));
  }
};

std::vector<uint64_t> positions_in(const json& page) {
  std::vector<uint64_t> out;
  for (const auto& event : page.at("events")) out.push_back(event.at("position"));
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(lists_of_events, log_fixture)

BOOST_AUTO_TEST_CASE(pages_link_to_the_next_until_the_end) {
  const auto first = list("?limit=4");
  BOOST_TEST(positions_in(first) == (std::vector<uint64_t>{1, 2, 3, 4}),
             boost::test_tools::per_element());
  const auto last = get(next_of(first));
  BOOST_TEST(positions_in(last) == (std::vector<uint64_t>{5, 6}), boost::test_tools::per_element());
  BOOST_TEST(!last.contains("next"));
}

BOOST_AUTO_TEST_CASE(events_trimmed_during_paging_cause_410) {
  records.after_read = [this] {
    records.log.complete_after = 4;
    records.log.events.erase(records.log.events.begin(), records.log.events.begin() + 4);
    records.after_read = [] {};
  };
  const auto page = list("?since=abcd:1&type=node_created&limit=1");
  BOOST_TEST(positions_in(page).empty());
  BOOST_TEST(next_of(page).find("since=abcd:2") != std::string::npos, next_of(page));
  BOOST_TEST(ask("GET", next_of(page)).status == 410);
}

BOOST_AUTO_TEST_CASE(compacted_reading_returns_the_remaining_events) {
  records.log.complete_after = 4;
  records.log.events.erase(records.log.events.begin() + 1, records.log.events.begin() + 4);
  const auto first = list("?limit=1");
  BOOST_TEST(positions_in(first) == std::vector<uint64_t>{1}, boost::test_tools::per_element());
  BOOST_TEST(positions_in(get(next_of(first))) == std::vector<uint64_t>{5},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
