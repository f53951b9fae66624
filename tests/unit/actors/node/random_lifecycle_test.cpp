#include "messages/model/state_table.hpp"
#include "messages/wire/past_node.hpp"
#include "tests/support/invariants.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace ironbus;
using namespace ironbus::test;

namespace {

using std::chrono::seconds;

/// An operator, drivers, an agent and a clock that act at random.
class chaos {
public:
  explicit chaos(unsigned seed) : random_(seed) {
    node_.installation.clean_step_priority_override = {{"bios.factory_reset", 10}};
    node_.records_decisions = true;
  }

  void act() {
    switch (pick(10)) {
      case 0:
      case 1:
      case 2: return order();
      case 3: node_.pass(seconds{pick(2000)}); return;
      case 4: node_.repeat_last(); return;
      case 5: node_.tell(set_maintenance{pick(4) == 0, {}}); return;
      case 6: node_.power(pick(2) == 0 ? "power on" : "rebooting"); return;
      default: return answer();
    }
  }

  const node_fixture& node() const { return node_; }

  /// Lets all outstanding requests succeed, and all deadlines pass.
  void run_until_quiet() {
    node_.tell(set_maintenance{false, {}});
    for (int i = 0; i < 200 && busy(); ++i)
      if (node_.is_out() && node_.now().in_flight)
        node_.done();
      else
        node_.pass(seconds{2000});
  }

  bool busy() const {
    const auto& x = node_.now();
    return x.in_flight || x.current || x.queued || x.power ||
           (x.waiting && x.waiting->awaited_party != awaited::operator_);
  }

private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  void order() {
    static const auto steps =
        json::array({{{"interface", "bios"}, {"step", "factory_reset"}},
                     {{"interface", "deploy"}, {"step", "hold"}},
                     {{"interface", "raid"}, {"step", "create_configuration"}}});
    const auto verbs = provision_verbs();
    const std::string target{
        verbs[static_cast<size_t>(pick(static_cast<int>(verbs.size())))].target};
    auto request = json::object();
    if (target == "clean" || target == "service") request[target + "_steps"] = steps;
    if (target == "rescue") request["hashed_rescue_password"] = "sesame";
    node_.order(target, std::move(request));
  }

  void answer() {
    if (!node_.is_out() || !node_.now().in_flight) return;
    static constexpr std::array statuses{step_status::done,   step_status::done,
                                         step_status::done,   step_status::waiting,
                                         step_status::failed, step_status::interrupted};
    step_outcome outcome;
    outcome.status = statuses[static_cast<size_t>(pick(statuses.size()))];
    outcome.waits_for = pick(2) == 0 ? awaited::agent : awaited::task;
    if (pick(2) == 0) outcome.task_handle = "task 9";
    outcome.reason = "as it happens";
    node_.answer(std::move(outcome));
  }

  std::mt19937 random_;
  node_fixture node_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_node_is_never_stuck) {
  for (unsigned seed = 1; seed <= 150; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      chaos world(seed);
      for (int i = 0; i < 120; ++i) {
        world.act();
        BOOST_TEST(check_motion(world.node().now()) == sentences{},
                   boost::test_tools::per_element());
        BOOST_TEST(check_wait(world.node().now()) == sentences{}, boost::test_tools::per_element());
      }
      world.run_until_quiet();
      const auto& x = world.node().now();
      const auto kind = info(x.attributes.state).kind;
      BOOST_TEST_CONTEXT("in state " << world.node().state())
      BOOST_TEST(
          (kind == state_kind::stable || kind == state_kind::failed || kind == state_kind::hold));
      BOOST_TEST((kind == state_kind::hold || !world.busy()));
      for (size_t i = 0; i < world.node().events().size(); ++i)
        BOOST_REQUIRE(world.node().events()[i].sequence.value() == i + 1);
    }
}

BOOST_AUTO_TEST_CASE(decision_records_reconstruct_every_state) {
  size_t compared = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      chaos world(seed);
      past_node past;
      for (size_t i = 0; i < 120; ++i) {
        const auto known = world.node().decisions().size();
        world.act();
        const auto& decisions = world.node().decisions();
        for (auto next = known; next < decisions.size(); ++next) past.take(decisions[next]);
        if (past.is_empty()) continue;
        const auto state = past.state();
        BOOST_REQUIRE_MESSAGE(state, state.error().message);
        BOOST_REQUIRE(*state == document_of(world.node().now()));
        ++compared;
      }
      BOOST_TEST(past.version() == world.node().decisions().size());
    }
  BOOST_TEST(compared > 600u);
}
