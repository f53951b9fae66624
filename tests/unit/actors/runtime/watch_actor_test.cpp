#include "actors/runtime/watch_actor.hpp"

#include "actors/runtime/scheduling.hpp"
#include "messages/ports/forwarding_store.hpp"
#include "tests/support/manual_ports.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/all.hpp>

#include <condition_variable>

using namespace ironbus;
using namespace std::chrono_literals;
using runtime::local;

namespace {

/// Counts the published messages.
class counting_bus final : public bus {
public:
  void publish(outgoing, publish_callback, bool) override {
    std::lock_guard hold{mutex_};
    ++count_;
    more_.notify_all();
  }
  /// Waits until so many messages have been published; fails the test after a while.
  void await(size_t count) {
    std::unique_lock hold{mutex_};
    BOOST_REQUIRE(more_.wait_for(hold, 10s, [&] { return count_ >= count; }));
  }
  size_t count() {
    std::lock_guard hold{mutex_};
    return count_;
  }
  void subscribe(subscription, handler) override {}
  void unsubscribe(const std::string&) override {}
  void ack(delivery_tag) override {}
  void reject(delivery_tag, bool) override {}
  std::string reply_address() const override { return {}; }
  void on_reply(handler) override {}
  void on_state(std::function<void(bus_state, const std::string&)>) override {}
  bus_state state() const override { return bus_state::connected; }
  void start() override {}
  void stop() override {}

private:
  std::mutex mutex_;
  std::condition_variable more_;
  size_t count_ = 0;
};

constexpr uint32_t shards = 3;

policy_ptr few_shards() {
  auto out = std::make_shared<installation_policy>();
  out->shards = shards;
  return out;
}

/// Checks are only made on request.
runtime_options patient() {
  runtime_options out;
  out.member_check_interval = 1h;
  return out;
}

/// A store with members and nothing else.
class members_store final : public forwarding_store {
public:
  members_store() : forwarding_store(static_cast<store&>(*this)) {}

  void members(callback<std::vector<member>> done) override { known.members(std::move(done)); }

  test::claim_store known;

protected:
  admission admit() override { return {.is = admission::verdict::dropped}; }
};

struct watch_fixture {
  ~watch_fixture() {
    if (watch) end();
  }

  void begin() {
    watch = system.spawn(watch_behavior, env);
    messages.await(shards);
  }
  /// Causes a check of all shards, and waits for it.
  void reconnect() {
    const auto before = messages.count();
    caf::anon_send(watch, local{runtime::connected{}});
    messages.await(before + shards);
  }
  /// The store's answers from before the first reconnect are handled before the second.
  void reconnect_twice() {
    reconnect();
    reconnect();
  }
  void end() {
    caf::anon_send_exit(watch, caf::exit_reason::kill);
    watch = runtime::watch_actor{};
    system.await_all_actors_done();
  }

  counting_bus messages;
  members_store records;
  driver_catalog drivers;
  inspection::engine engine{inspection::default_policy(), {}};
  test::still_clock time;
  std::shared_ptr<environment> env = std::make_shared<environment>(
      messages, records, drivers, engine, time, few_shards(), conductor_options{}, patient());
  caf::actor_system_config config;
  caf::actor_system system{runtime::configure(config, 1)};
  runtime::watch_actor watch;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(watch_over_members, watch_fixture)

BOOST_AUTO_TEST_CASE(every_shard_is_checked_at_first_and_when_the_bus_is_back) {
  begin();
  reconnect();
  end();
  BOOST_TEST(messages.count() == 2 * shards);
}

BOOST_AUTO_TEST_CASE(an_outdated_check_does_nothing) {
  begin();
  caf::anon_send(watch, local{runtime::check{}});
  reconnect();
  end();
  BOOST_TEST(records.known.calls() == 2U);
}

BOOST_AUTO_TEST_CASE(the_end_does_not_wait_for_the_next_check) {
  begin();
  end();
}

BOOST_AUTO_TEST_CASE(a_lost_member_causes_a_shard_check) {
  records.known.set_alive({{"conductor-2", "1", "{}"}});
  begin();
  reconnect_twice();
  records.known.set_alive({});
  reconnect();
  messages.await(5 * shards);  // once more than requested
  end();
}

BOOST_AUTO_TEST_CASE(the_served_groups_are_shared) {
  records.known.set_alive(
      {{"driver-1", "1", encode_description({"host", {"driver"}, {}, {"rack-1"}, 1, {}})}});
  begin();
  reconnect_twice();
  end();
  const auto served = env->decide_context(1).served;
  BOOST_REQUIRE(served);
  BOOST_TEST(served->has("rack-1"));
}

BOOST_AUTO_TEST_SUITE_END()
