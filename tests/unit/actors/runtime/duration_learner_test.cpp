#include "actors/runtime/durations/duration_learner.hpp"

#include "messages/wire/envelope.hpp"
#include "small_store.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

struct school {
  test::small_store store;
  duration_learner learner{store, [](const auto& work) { work(); }};

  void finish(const std::string& step, double seconds, const std::string& status = "done") {
    envelope head;
    head.id = "e";
    head.type = "ironbus.step_finished";
    head.source = "/test";
    head.subject = "n1";
    head.data = json{{"driver", "redfish"},   {"vendor", "hpe"}, {"model", nullptr},
                     {"interface", "deploy"}, {"step", step},    {"seconds", seconds},
                     {"status", status}};
    event_record event;
    event.type = "step_finished";
    event.body = encode_envelope(head);
    store.events.push_back(event);
  }
  void learn() {
    bool more = true;
    while (more) learner.learn([&](bool left) { more = left; });
  }
  step_durations known(const std::string& step) {
    const auto found = store.kept.find({"duration", "redfish/hpe//deploy/" + step});
    if (found == store.kept.end()) return {};
    return decode_stored<step_durations>(found->second.snapshot, "duration").value();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(successful_runs_are_learned_once, school) {
  for (int i = 0; i < 2500; ++i) finish(i % 2 == 0 ? "write_image" : "erase", 10);
  finish("erase", 4000, "failed");
  learn();
  learn();
  BOOST_TEST(known("write_image").taken.count() == 1250U);
  BOOST_TEST(known("erase").taken.count() == 1250U);
  finish("erase", 10);
  learn();
  BOOST_TEST(known("erase").taken.count() == 1251U);
}

BOOST_FIXTURE_TEST_CASE(a_crash_in_between_teaches_nothing_twice, school) {
  finish("erase", 10);
  learn();
  finish("erase", 20);
  finish("write_image", 20);
  const auto cursor = store.kept.at({"duration_cursor", "all"});
  learn();
  store.kept.at({"duration_cursor", "all"}).snapshot = cursor.snapshot;
  learn();
  BOOST_TEST(known("erase").taken.count() == 2U);
  BOOST_TEST(known("write_image").taken.count() == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_rejected_commit_ends_the_round, school) {
  finish("erase", 10);
  store.fails = true;
  bool ended = false;
  learner.learn([&](bool more) { ended = !more; });
  BOOST_TEST(ended);
  store.fails = false;
  learn();
  BOOST_TEST(known("erase").taken.count() == 1U);
}

BOOST_FIXTURE_TEST_CASE(the_log_of_another_store_is_learned_from_its_beginning, school) {
  for (int i = 0; i < 3; ++i) finish("erase", 10);
  learn();
  store.log = "efgh";
  store.events.resize(2);
  learn();
  BOOST_TEST(known("erase").taken.count() == 5U);
}

BOOST_FIXTURE_TEST_CASE(other_events_teach_nothing, school) {
  event_record event;
  event.type = "step_finished";
  for (const auto* body : {"", "{}", "[1]", R"({"specversion":"1.0","data":{"status":"done"}})"}) {
    event.body = body;
    store.events.push_back(event);
  }
  learn();
  BOOST_TEST(store.kept.size() == 1U);
}
