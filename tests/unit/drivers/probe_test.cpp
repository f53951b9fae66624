#include "drivers/execution/driver_choice.hpp"
#include "worker.hpp"

#include <boost/test/unit_test.hpp>

#include <mutex>
#include <vector>

using namespace ironbus;
using namespace ironbus::test;

namespace {

struct prober : worker {
  uint64_t probe(const step_request& request) {
    envelope out;
    out.id = "probe-1";
    out.type = step_probe_type;
    out.data = request;
    return messages.deliver("ironbus.steps", encode_envelope(out));
  }
};

/// A step that only an agent knows, of a node with these implementations.
step_request agents_own(const std::string& kind, const std::string& deploy) {
  auto out = request_for(kind, "polish_disks");
  out.what.in_agent = true;
  out.machine.interfaces["deploy"] = deploy;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(probes)

BOOST_FIXTURE_TEST_CASE(does_not_report_a_running_step, prober) {
  const auto tag = probe(deploy());
  until([&] { return acked(tag); });
  BOOST_TEST(messages.published().empty());
  BOOST_TEST(subject->counters().probed == 1U);
}

BOOST_FIXTURE_TEST_CASE(reports_an_end_as_the_steps_own_without_a_claim, prober) {
  driver->on_probe = [](const step_request& x, const auto& done) {
    BOOST_TEST(x.doubtful);
    done(step_failed("no disk"));
  };
  auto x = deploy();
  x.doubtful = true;
  const auto tag = probe(x);
  until([&] { return acked(tag); });
  const auto published = outcomes();
  BOOST_REQUIRE(published.size() == 1U);
  BOOST_TEST((published[0].id == x.id));
  BOOST_TEST(published[0].reason == "no disk");
  BOOST_TEST(published[0].worker == me);
  BOOST_TEST(driver->runs.empty());
}

BOOST_FIXTURE_TEST_CASE(asks_an_agent_one_question_at_a_time, prober) {
  std::vector<driver_interface::recover_callback> asked;
  std::vector<bool> doubts;
  std::mutex guard;
  driver->on_probe = [&](const step_request& request, const auto& done) {
    std::lock_guard hold{guard};
    asked.push_back(done);
    doubts.push_back(request.doubtful);
  };
  const auto count = [&] {
    std::lock_guard hold{guard};
    return asked.size();
  };
  const auto first = probe(deploy());
  until([&] { return count() == 1; });
  auto doubtful = deploy();
  doubtful.doubtful = true;
  const auto second = probe(doubtful);
  const auto third = probe(deploy());
  until([&] { return acked(second); });  // the third is the same probe
  BOOST_TEST(!acked(third));
  asked[0](std::nullopt);
  until([&] { return count() == 2; });
  BOOST_TEST(acked(first));
  BOOST_TEST(doubts[1]);
  asked[1](std::nullopt);
  until([&] { return acked(third); });
  probe(deploy());
  until([&] { return count() == 3; });
  asked[2](std::nullopt);
}

BOOST_FIXTURE_TEST_CASE(a_driver_that_throws_leaves_it_to_the_next_heartbeat, prober) {
  driver->on_probe = [](const step_request&, const auto&) { throw std::runtime_error("oops"); };
  const auto tag = probe(deploy());
  until([&] { return acked(tag); });
  BOOST_TEST(messages.published().empty());
}

BOOST_AUTO_TEST_CASE(probes_an_agent_step_with_the_agents_driver) {
  boost::asio::io_context io;
  const auto drivers = build_registry(std::make_shared<installation_policy>(), {}, io).value();
  std::string why_not;
  const auto direct = drivers.find("deploy", "direct");
  BOOST_TEST((choose_driver(drivers, agents_own("bios", "direct"), why_not) == direct));
  BOOST_TEST((choose_driver(drivers, agents_own("deploy", "direct"), why_not) == direct));
  BOOST_TEST(why_not == "");
  BOOST_TEST((choose_driver(drivers, agents_own("bios", "fake"), why_not) == nullptr));
  BOOST_TEST(why_not != "");
}

BOOST_AUTO_TEST_SUITE_END()
