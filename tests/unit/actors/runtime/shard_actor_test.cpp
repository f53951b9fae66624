#include "actors/runtime/conductor/shard_actor.hpp"

#include "actors/runtime/scheduling.hpp"
#include "messages/ports/forwarding_store.hpp"
#include "messages/wire/commands.hpp"
#include "tests/support/await.hpp"
#include "tests/support/manual_ports.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/all.hpp>

#include <atomic>
#include <condition_variable>
#include <vector>

using namespace ironbus;
using namespace std::chrono_literals;
using runtime::local;

namespace {

constexpr uint32_t shard = 2;
const std::string first_node = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";
const std::string second_node = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e02";

class moved_clock final : public clock {
public:
  timestamp now() const override { return moment; }
  std::atomic<timestamp> moment = test::still_clock{}.moment;
};

/// A store in which the test answers acquisitions of shards, and nothing needs attention.
class epoch_store final : public forwarding_store {
public:
  epoch_store() : forwarding_store(static_cast<store&>(*this)) {}

  void acquire_shard(uint32_t, callback<uint64_t> done) override {
    std::lock_guard hold{mutex_};
    asked_.push_back(std::move(done));
    more_.notify_all();
  }
  void attention_of(std::string, uint32_t, callback<std::vector<attention>> done) override {
    ++attention_asked;
    done(std::vector<attention>{});
  }

  /// Never answered: the caller keeps waiting.
  void load(std::string, std::string, callback<stored>) override { ++loaded; }

  /// Waits for so many acquisitions; fails the test after a while.
  void await(size_t count) {
    std::unique_lock hold{mutex_};
    BOOST_REQUIRE(more_.wait_for(hold, 10s, [&] { return asked_.size() >= count; }));
  }
  size_t asked() {
    std::lock_guard hold{mutex_};
    return asked_.size();
  }
  /// Answers acquisition number `index`.
  void give(size_t index, uint64_t epoch) {
    std::unique_lock hold{mutex_};
    auto done = asked_.at(index);
    hold.unlock();
    done(epoch);
  }

  std::atomic<size_t> attention_asked = 0;
  std::atomic<size_t> loaded = 0;

protected:
  admission admit() override { return {.is = admission::verdict::dropped}; }

private:
  std::mutex mutex_;
  std::condition_variable more_;
  std::vector<callback<uint64_t>> asked_;
};

struct shard_fixture {
  explicit shard_fixture(runtime_options how = {}) : options{std::move(how)} {
    tested = system.spawn(shard_behavior, env, shard);
  }
  ~shard_fixture() {
    caf::anon_send_exit(tested, caf::exit_reason::kill);
    tested = runtime::shard_actor{};
    system.await_all_actors_done();
  }

  void deliver_check() {
    envelope head;
    head.id = "check";
    head.type = shard_check_type;
    delivery x;
    x.body = encode_envelope(head);
    ++checks;
    send(runtime::delivered{std::make_shared<const delivery>(std::move(x))});
  }
  /// A message that waits until the shard is owned.
  void deliver_command(const std::string& node = first_node) {
    delivery x;
    x.body = encode_envelope(envelop(set_maintenance{true, {}}, "command", node, "/test", {}));
    send(runtime::delivered{std::make_shared<const delivery>(std::move(x))});
  }
  template <class Message>
  void send(Message x) {
    caf::anon_send(tested, local{std::move(x)});
  }
  /// Returns once all earlier messages were handled: the shard handles one after another.
  void settle() {
    deliver_check();
    BOOST_REQUIRE(messages.await_acked(checks));
  }
  /// Answers an acquisition, and waits for the result: one message of the shard to itself for each
  /// kind of aggregate.
  void give(size_t index, uint64_t epoch) {
    records.give(index, epoch);
    for (int i = 0; i < 3; ++i) settle();
  }

  const runtime_options options;
  test::manual_bus messages;
  epoch_store records;
  driver_catalog drivers;
  inspection::engine engine{inspection::default_policy(), {}};
  moved_clock time;
  std::shared_ptr<environment> env = std::make_shared<environment>(
      messages, records, drivers, engine, time, std::make_shared<installation_policy>(),
      conductor_options{}, options);
  caf::actor_system_config config;
  caf::actor_system system{runtime::configure(config, 1)};
  runtime::shard_actor tested;
  size_t checks = 0;  ///< Delivered.
};

/// Nodes leave memory as soon as they are idle.
struct forgetful_shard : shard_fixture {
  forgetful_shard() : shard_fixture{{.passivate_after = 0s}} {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ownership_of_a_shard, shard_fixture)

BOOST_AUTO_TEST_CASE(a_delivery_acquires_the_shard_once) {
  deliver_check();
  records.await(1);
  give(0, 1);
  BOOST_TEST(records.asked() == 1U);
}

// The broker may have given the shard to another conductor by then: a new epoch would fence the
// real owner.
BOOST_AUTO_TEST_CASE(an_acquisition_ends_when_the_connection_is_lost) {
  deliver_check();
  records.await(1);
  settle();
  send(runtime::disconnected{});
  records.give(0, 1);
  settle();  // the first delivery since
  BOOST_TEST(records.attention_asked == 0U);
  BOOST_TEST(records.asked() == 2U);
  send(runtime::acquire_again{1});
  settle();
  BOOST_TEST(records.asked() == 2U);
  give(1, 2);
  BOOST_TEST(records.asked() == 2U);
  BOOST_TEST(messages.published().empty());
}

BOOST_FIXTURE_TEST_CASE(deadlines_pass_one_after_the_other, forgetful_shard) {
  deliver_check();
  records.await(1);
  give(0, 1);
  deliver_command(first_node);
  deliver_command(second_node);
  BOOST_TEST(test::fulfilled([&] { return records.loaded == 2; }));
  const auto now = time.now();
  send(runtime::finished{second_node, 2, true, now + 50ms});
  send(runtime::finished{first_node, 1, true, now});
  BOOST_TEST(test::fulfilled([&] { return records.loaded == 3; }));
  time.moment = now + 1s;
  BOOST_TEST(test::fulfilled([&] { return records.loaded == 4; }));
}

// The store may have lost the epoch and outstanding requests.
BOOST_AUTO_TEST_CASE(a_restart_of_the_store_acquires_the_shard_again) {
  deliver_check();
  records.await(1);
  give(0, 1);
  const auto asked_before = records.attention_asked.load();
  send(runtime::store_restarted{});
  records.await(2);
  give(1, 2);
  BOOST_TEST(records.attention_asked > asked_before);
}

// The state in memory may be older than the other owner's writes.
BOOST_AUTO_TEST_CASE(state_is_dropped_after_another_owner) {
  deliver_check();
  records.await(1);
  give(0, 1);
  deliver_command();
  BOOST_TEST(test::fulfilled([&] { return records.loaded == 1; }));
  send(runtime::disconnected{});
  deliver_check();
  records.await(2);
  give(1, 3);
  deliver_command();
  BOOST_TEST(test::fulfilled([&] { return records.loaded == 2; }));
}

BOOST_AUTO_TEST_CASE(messages_waiting_for_an_acquisition_are_returned_on_a_lost_connection) {
  deliver_check();
  records.await(1);
  deliver_command();
  settle();
  send(runtime::disconnected{});
  settle();
  BOOST_TEST(messages.requeued().size() == 1U);
}

// Its deadlines are dropped with it, and there may never be a message for them.
BOOST_AUTO_TEST_CASE(a_fenced_owner_checks_its_ownership) {
  deliver_check();
  records.await(1);
  give(0, 1);
  send(runtime::fenced{1});
  settle();
  records.await(2);
  BOOST_REQUIRE(messages.published().size() == 1U);
  BOOST_TEST(messages.published().front().routing_key == routing::shard_key(shard));
}

BOOST_AUTO_TEST_CASE(a_renewed_epoch_is_not_fenced_by_the_previous_one) {
  deliver_check();
  records.await(1);
  give(0, 2);
  send(runtime::fenced{1});
  settle();
  BOOST_TEST(records.asked() == 1U);
  BOOST_TEST(messages.published().empty());
}

// The store may apply an unanswered commit after it was asked for the state.
BOOST_AUTO_TEST_CASE(a_commit_in_doubt_acquires_the_shard_again) {
  deliver_check();
  records.await(1);
  give(0, 1);
  send(runtime::in_doubt{"a node", 1, 1});
  records.await(2);
  const auto asked_before = records.attention_asked.load();
  give(1, 2);
  BOOST_TEST(records.attention_asked > asked_before);
  BOOST_TEST(records.asked() == 2U);
}

BOOST_AUTO_TEST_CASE(a_doubt_about_an_earlier_epoch_acquires_nothing) {
  deliver_check();
  records.await(1);
  give(0, 2);
  send(runtime::in_doubt{"a node", 1, 1});
  settle();
  BOOST_TEST(records.asked() == 1U);
}

BOOST_AUTO_TEST_CASE(many_doubts_acquire_the_shard_once) {
  deliver_check();
  records.await(1);
  give(0, 1);
  for (int i = 0; i < 3; ++i) send(runtime::in_doubt{"a node", 1, 1});
  records.await(2);
  settle();
  BOOST_TEST(records.asked() == 2U);
}

BOOST_AUTO_TEST_CASE(without_the_shard_a_doubt_acquires_nothing) {
  deliver_check();
  records.await(1);
  give(0, 1);
  send(runtime::disconnected{});
  send(runtime::in_doubt{"a node", 1, 1});
  BOOST_TEST(records.asked() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
