#include "tests/simulation/doubles/simulated_store.hpp"
#include "tests/simulation/doubles/store_link.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace ironbus;
using namespace ironbus::simulation;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(store_faults)

namespace {

/// A server, two processes, and the results of their calls: "ok", or the name of the failure,
/// followed by "!" if nothing was applied.
struct two_processes {
  explicit two_processes(uint64_t seed = 1)
      : server{loop, random_stream{seed}},
        one{"one", server, loop, random_stream{seed + 1}},
        two{"two", server, loop, random_stream{seed + 2}} {
    one.on_restart([this](const store_restart& x) {
      answers.push_back("restart " + std::to_string(x.lost_writes));
    });
  }

  commit change(const std::string& id, uint64_t expected_version) const {
    commit x;
    x.aggregate = "node";
    x.id = id;
    x.expected_version = expected_version;
    x.snapshot = id + " " + std::to_string(expected_version + 1);
    x.claim = {{"stamp", x.snapshot}};
    if (expected_version > 0) x.release = {{"stamp", id + " " + std::to_string(expected_version)}};
    x.put = {{"nodes", id, x.snapshot, {{"stamp", x.snapshot}}}};
    x.outbox = {x.snapshot};
    return x;
  }
  void apply(store& link, const std::string& id, uint64_t expected_version) {
    link.apply(change(id, expected_version), [this](const commit_result& x) { note(x); });
  }
  template <class Result>
  void note(const Result& outcome) {
    answers.push_back(outcome ? "ok"
                              : std::string{to_string(outcome.error().code)} +
                                    (outcome.error().nothing_done ? "!" : ""));
  }
  void run(std::chrono::nanoseconds span = 100ms) { loop.run_until(loop.now() + span); }
  uint64_t version(const std::string& id) const {
    const auto found = server.content().load("node", id);
    return found ? found->version : 0;
  }
  void check_whole(const std::string& id, uint64_t expected) const {
    const auto text = id + " " + std::to_string(expected);
    const auto& content = server.content();
    BOOST_TEST(version(id) == expected);
    BOOST_TEST(content.load("node", id)->outbox.size() == expected);
    BOOST_TEST(content.resolve({"stamp", text}).value_or("-") == id);
    BOOST_TEST(content.count("nodes", "stamp", {text}).front() == 1U);
    BOOST_TEST(!content.resolve({"stamp", id + " " + std::to_string(expected + 1)}).has_value());
  }

  using texts = std::vector<std::string>;
  event_loop loop;
  simulated_store server;
  store_link one, two;
  texts answers;
};

const std::vector<std::string> one_ok{"ok"};

}  // namespace

BOOST_AUTO_TEST_CASE(no_response_arrives_within_the_call) {
  two_processes it;
  it.apply(it.one, "n1", 0);
  BOOST_TEST(it.answers.empty());
  it.run(50us);
  BOOST_TEST(it.answers.empty());  // 50 us in each direction
  it.run();
  BOOST_TEST(it.answers == one_ok);
}

BOOST_AUTO_TEST_CASE(crash_loses_exactly_the_last_writes) {
  two_processes it;
  std::vector<uint64_t> lost;
  it.server.observe({}, [&](const commit&, uint64_t version) { lost.push_back(version); });
  for (uint64_t version = 0; version < 5; ++version) {
    it.apply(it.one, "n1", version);
    it.run(1s);
  }
  it.server.crash();
  it.server.start(1500ms);  // the fifth is a second old, the fourth two
  it.check_whole("n1", 4);
  BOOST_TEST(lost == std::vector<uint64_t>{5}, boost::test_tools::per_element());
  it.run();
  BOOST_TEST(it.answers.back() == "restart 1");
  it.apply(it.one, "n1", 4);
  it.run();
  it.check_whole("n1", 5);
}

BOOST_AUTO_TEST_CASE(restart_without_loss_keeps_everything) {
  two_processes it;
  it.apply(it.one, "n1", 0);
  it.run();
  it.server.fail_over(0ns);
  it.check_whole("n1", 1);
  it.run();
  BOOST_TEST(it.answers == (std::vector<std::string>{"ok", "restart 0"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(calls_during_a_crash_are_applied_or_not) {
  std::set<uint64_t> seen;
  for (uint64_t seed = 1; seed < 60; ++seed) {
    two_processes it{seed};
    for (uint64_t version = 0; version < 3; ++version) it.apply(it.one, "n1", version);
    it.server.crash();
    it.run();
    BOOST_TEST(it.answers == std::vector<std::string>(3, "unavailable"),
               boost::test_tools::per_element());
    seen.insert(it.version("n1"));
  }
  BOOST_TEST(seen == (std::set<uint64_t>{0, 1, 2, 3}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(calls_fail_at_once_while_the_server_is_down) {
  two_processes it;
  it.server.crash();
  it.run();
  it.apply(it.one, "n1", 0);
  it.run(0ns);
  BOOST_TEST(it.answers == std::vector<std::string>{"unavailable!"},
             boost::test_tools::per_element());
  it.server.start();
  it.run(2s);
  it.apply(it.one, "n1", 0);
  it.run();
  BOOST_TEST(it.answers.back() == "ok");
}

BOOST_AUTO_TEST_CASE(restart_fences_epochs_and_suspends_claims) {
  two_processes it;
  uint64_t epoch = 0;
  const auto acquire = [&] { it.one.acquire_shard(3, [&](auto x) { epoch = x.value(); }); };
  const auto claim = [&](claim_purpose why, const std::string& key) {
    it.one.claim_step(key, "w1/a", why, [&](const auto& x) { it.note(x); });
    it.run();
    return it.answers.back();
  };
  acquire();
  it.run();
  const auto before = epoch;
  it.server.fail_over(0ns);
  it.run();
  auto x = it.change("n1", 0);
  x.shard = 3;
  x.epoch = before;
  it.one.apply(x, [&](const auto& outcome) { it.note(outcome); });
  it.run();
  BOOST_TEST(it.answers.back() == "fenced");
  acquire();
  BOOST_TEST(claim(claim_purpose::begin, "s1") == "unavailable!");
  BOOST_TEST(claim(claim_purpose::keep, "s2") == "ok");
  BOOST_TEST(epoch > before + 1);
  it.run(6s);
  BOOST_TEST(claim(claim_purpose::begin, "s1") == "ok");
}

BOOST_AUTO_TEST_CASE(full_disk_rejects_writes_only) {
  two_processes it;
  it.apply(it.one, "n1", 0);
  it.run();
  it.server.refuse_writes(true);
  it.apply(it.one, "n1", 1);
  it.apply(it.one, "n1", 7);  // rejected before anything would be written
  it.one.load("node", "n1", [&](const auto& x) { it.note(x); });
  it.one.try_write([&](const auto& x) { it.note(x); });
  it.run();
  BOOST_TEST(it.answers == (std::vector<std::string>{"ok", "unavailable!", "stale_version", "ok",
                                                     "unavailable!"}),
             boost::test_tools::per_element());
  it.check_whole("n1", 1);
}

BOOST_AUTO_TEST_CASE(partition_times_out_after_five_seconds_for_one_process) {
  std::set<uint64_t> seen;
  for (uint64_t seed = 1; seed < 60; ++seed) {
    two_processes it{seed};
    it.apply(it.one, "n1", 0);
    it.one.cut();
    it.apply(it.two, "n2", 0);
    it.run(4900ms);
    BOOST_TEST(it.answers == one_ok);
    it.run(200ms);
    BOOST_TEST(it.answers.back() == "unavailable");
    seen.insert(it.version("n1"));
    it.one.heal();
    it.run(4s);
    seen.insert(10 + it.version("n1"));  // it may arrive late
    it.one.load("node", "n2", [&](const auto& x) { it.note(x); });
    it.run();
    BOOST_TEST(it.answers.back() == "ok");
  }
  BOOST_TEST(seen == (std::set<uint64_t>{0, 1, 10, 11}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(short_partition_only_delays) {
  two_processes it;
  for (uint64_t version = 0; version < 4; ++version) it.apply(it.one, "n1", version);
  it.one.cut();
  it.apply(it.one, "n1", 4);
  it.run(3s);
  BOOST_TEST(it.answers.empty());
  it.one.heal();
  it.run();
  BOOST_TEST(it.answers == std::vector<std::string>(5, "ok"), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(killed_process_gets_no_response_and_its_calls_may_be_applied) {
  std::set<uint64_t> seen;
  for (uint64_t seed = 1; seed < 60; ++seed) {
    two_processes it{seed};
    for (uint64_t version = 0; version < 2; ++version) it.apply(it.one, "n1", version);
    it.one.end();
    it.run(10s);
    BOOST_TEST(it.answers.empty());
    seen.insert(it.version("n1"));
  }
  BOOST_TEST(seen == (std::set<uint64_t>{0, 1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(paused_process_gets_all_responses_later_in_order) {
  two_processes it;
  it.apply(it.one, "n1", 0);
  it.apply(it.one, "n1", 5);
  it.one.set_paused(true);
  it.run(1min);
  BOOST_TEST(it.answers.empty());
  it.one.set_paused(false);
  it.run();
  BOOST_TEST(it.answers == (std::vector<std::string>{"ok", "stale_version"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(same_seed_gives_the_same_run) {
  const auto story = [](uint64_t seed) {
    two_processes it{seed};
    std::string text;
    for (int i = 0; i < 50; ++i) {
      it.one.load("node", "n" + std::to_string(i),
                  [&](const auto&) { text += std::to_string(it.loop.now().count()) + " "; });
      it.two.load("node", "n", [&](const auto&) { text += "2 "; });
    }
    it.run();
    return text;
  };
  BOOST_TEST(story(7) == story(7));
  BOOST_TEST(story(7) != story(8));
}

BOOST_AUTO_TEST_SUITE_END()
