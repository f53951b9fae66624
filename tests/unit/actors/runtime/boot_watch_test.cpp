#include "actors/runtime/boot_watch.hpp"

#include "messages/contract/boot_notes.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/ports/process_description.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace std::chrono_literals;

namespace {

const boot_watch::clock::time_point first_moment{};

member described(const std::string& name, const std::string& role, const std::string& place = {}) {
  return {name, "1", encode_description({"host", {role}, {}, {""}, 1, {}, place})};
}

const auto conductor_1 = described("conductor-1", "conductor");
const auto worker_of_a = described("driver-a", "driver", "place-a");
const auto worker_of_b = described("driver-b", "driver", "place-b");

listed node_with_place(const std::string& uuid, const std::string& place) {
  node_snapshot x;
  x.attributes.uuid = uuid;
  note_boot_location(x.attributes.driver_internal_info.edit(), {place, "prepare_ramdisk"});
  return {uuid, uuid, "{}", encode_snapshot(x)};
}

/// A conductor that has known both workers for long enough.
struct places_watch : boot_watch {
  explicit places_watch(const std::string& name = "conductor-1") : boot_watch{first_moment, name} {
    take({conductor_1, worker_of_a, worker_of_b}, now);
  }
  void pass(std::chrono::seconds time) { now += time; }
  /// The result of a search; fails the test if there is none.
  std::vector<order> look(const std::vector<listed>& rows) {
    BOOST_REQUIRE(due(now));
    return found(rows, now);
  }

  clock::time_point now = first_moment + absence_tolerated;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_location_is_lost_once_its_worker_is_missing_for_a_while) {
  places_watch x;
  BOOST_TEST(x.look({}).empty());
  x.pass(1s);
  x.take({conductor_1, worker_of_b}, x.now);
  BOOST_TEST(!x.due(x.now));
  x.pass(boot_watch::absence_tolerated);
  x.take({conductor_1, worker_of_b}, x.now);
  const auto asked = x.due(x.now);
  BOOST_REQUIRE(asked);
  BOOST_TEST(asked->filters.at(1).values == std::vector<std::string>{"place-b"},
             boost::test_tools::per_element());
  const auto told =
      x.found({{node_with_place("n1", "place-a"), node_with_place("n2", "place-b")}}, x.now);
  BOOST_REQUIRE(told.size() == 1U);
  BOOST_TEST(told[0].first == "n1");
  BOOST_TEST(told[0].second.place == "place-a");
}

BOOST_AUTO_TEST_CASE(a_restarting_worker_loses_no_location) {
  places_watch x;
  x.look({});
  x.take({conductor_1, worker_of_b}, x.now + 5s);
  x.take({conductor_1, worker_of_a, worker_of_b}, x.now + 14s);
  x.take({conductor_1, worker_of_a, worker_of_b}, x.now + 20s);
  BOOST_TEST(!x.due(x.now + 20s));
}

BOOST_AUTO_TEST_CASE(without_losses_it_checks_once_a_minute_otherwise_more_often) {
  places_watch x;
  x.look({});
  BOOST_TEST(!x.due(x.now + boot_watch::look_interval - 1s));
  x.pass(boot_watch::look_interval);
  x.take({conductor_1, worker_of_a}, x.now);
  BOOST_TEST(x.look({node_with_place("n1", "place-x")}).size() == 1U);
  BOOST_TEST(!x.due(x.now + boot_watch::retry_interval - 1s));
  x.pass(boot_watch::retry_interval);
  BOOST_TEST(x.look({node_with_place("n1", "place-x")}).size() == 1U);
}

BOOST_AUTO_TEST_CASE(pages_are_queried_one_after_the_other) {
  places_watch x;
  const std::vector<listed> page(boot_watch::page_size, node_with_place("n1", "place-x"));
  BOOST_TEST(x.look(page).size() == boot_watch::page_size);
  const auto next = x.due(x.now);
  BOOST_REQUIRE(next);
  BOOST_TEST(next->marker == "n1");
  BOOST_TEST(!x.due(x.now));
  x.found({}, x.now);
  BOOST_TEST(!x.due(x.now));
}

BOOST_AUTO_TEST_CASE(after_a_store_outage_the_search_restarts) {
  places_watch x;
  x.look(std::vector<listed>(boot_watch::page_size, node_with_place("n1", "place-x")));
  BOOST_REQUIRE(x.due(x.now));
  BOOST_TEST(x.found(fail(error_code::not_found, "no such marker"), x.now).empty());
  x.pass(boot_watch::retry_interval);
  const auto again = x.due(x.now);
  BOOST_REQUIRE(again);
  BOOST_TEST(again->marker == "");
}

BOOST_AUTO_TEST_CASE(the_first_conductor_by_name_searches) {
  places_watch second{"conductor-2"};
  second.take({conductor_1, described("conductor-2", "conductor"), worker_of_a}, second.now);
  BOOST_TEST(!second.due(second.now));
  second.take({described("conductor-2", "conductor"), worker_of_a}, second.now);
  BOOST_TEST(second.due(second.now).has_value());
}

BOOST_AUTO_TEST_CASE(nothing_is_lost_at_the_start_or_without_workers) {
  boot_watch fresh{first_moment, "conductor-1"};
  fresh.take({conductor_1, worker_of_a}, first_moment);
  BOOST_TEST(!fresh.due(first_moment + boot_watch::absence_tolerated - 1s));
  boot_watch alone{first_moment, "conductor-1"};
  alone.take({conductor_1}, first_moment + 1min);
  BOOST_TEST(!alone.due(first_moment + 1min));
}
