// How a conductor handles an unreadable record.

#include "actors/outbox.hpp"
#include "actors/runtime/conductor/shard_actor.hpp"
#include "actors/runtime/scheduling.hpp"
#include "messages/platform/log.hpp"
#include "messages/ports/forwarding_store.hpp"
#include "messages/wire/commands.hpp"
#include "tests/support/await.hpp"
#include "tests/support/manual_ports.hpp"
#include "tests/support/node_fixture/catalog_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/all.hpp>

#include <map>

using namespace ironbus;
using namespace std::chrono_literals;
using runtime::local;

namespace {

constexpr uint32_t owned_shard = 2;
const std::string damaged_node = "11111111-aaaa-4aaa-8aaa-000000000001";
const std::string sound_node = "11111111-aaaa-4aaa-8aaa-000000000002";

/// Records that the test may damage and repair.
class fragile_store final : public forwarding_store {
public:
  fragile_store() : forwarding_store(static_cast<store&>(*this)) {}

  void acquire_shard(uint32_t, callback<uint64_t> done) override { done(uint64_t{1}); }
  void attention_of(std::string kind, uint32_t, callback<std::vector<attention>> done) override {
    std::vector<attention> out;
    if (kind == "node" && !unfinished.empty()) out.push_back({unfinished, true, {}});
    done(std::move(out));
  }
  void load(std::string, std::string id, callback<stored> done) override {
    std::unique_lock hold{mutex_};
    const auto found = records_.find(id);
    const auto out = found == records_.end()
                         ? result<stored>{fail(error_code::not_found, "there is none")}
                         : result<stored>{found->second};
    hold.unlock();
    done(out);
  }
  void apply(commit given, commit_callback done) override {
    std::unique_lock hold{mutex_};
    auto& held = records_[given.id];
    if (held.version != given.expected_version) {
      hold.unlock();
      return done(
          tl::unexpected(commit_failure{failure{error_code::stale_version, "it is newer"}}));
    }
    held = {given.id, given.expected_version + 1, given.snapshot, false, {}};
    hold.unlock();
    done(given.expected_version + 1);
  }
  void mark_published(std::string, std::string, uint64_t) override {}

  std::string text_of(const std::string& id) {
    std::lock_guard hold{mutex_};
    return records_[id].snapshot;
  }
  void set_outbox(const std::string& id, std::vector<outbox_entry> entries) {
    std::lock_guard hold{mutex_};
    records_[id].outbox = std::move(entries);
  }
  /// With the same version: not written by a commit.
  void set_text(const std::string& id, std::string text) {
    std::lock_guard hold{mutex_};
    records_[id].snapshot = std::move(text);
  }

  std::string unfinished;  ///< A node with unfinished work for the shard; empty: none.

private:
  std::mutex mutex_;
  std::map<std::string, stored> records_;
};

/// The logged errors, a line each.
class error_log {
public:
  error_log() {
    log::open([this](const log::record& x) { put(x); }, log::level::error);
  }
  ~error_log() { log::open({}, log::level::off); }
  error_log(const error_log&) = delete;
  error_log& operator=(const error_log&) = delete;

  std::vector<std::string> lines() {
    std::lock_guard hold{mutex_};
    return lines_;
  }

private:
  void put(const log::record& given) {
    auto line = given.message;
    for (const auto& [key, value] : given.fields) line += " " + std::string{key.name} + "=" + value;
    std::lock_guard hold{mutex_};
    lines_.push_back(std::move(line));
  }

  std::mutex mutex_;
  std::vector<std::string> lines_;
};

runtime::suspects_actor::behavior_type suspect_everything(runtime::suspects_actor::pointer self) {
  return {
      [](const local<runtime::message_redelivered>& given) {
        caf::anon_send(given->who, local{runtime::admitted{given->id, false}});
      },
      [](const local<runtime::decided>&) {},
      [](const local<runtime::ended>&) {},
      [](const local<runtime::note_made>&) {},
      [self](const local<runtime::leave>&) { self->quit(); },
  };
}

struct damage_fixture {
  damage_fixture() {
    for (const auto& uuid : {damaged_node, sound_node}) {
      begin(uuid);
      BOOST_REQUIRE(answer_to(uuid).find("refused") == std::string::npos);
    }
    whole_ = records.text_of(damaged_node);
    records.set_text(damaged_node, whole_.substr(0, whole_.size() / 2));
    end();
  }
  ~damage_fixture() { end(); }

  /// A separate conductor for each life of the shard.
  void live() {
    if (!tested) tested = system.spawn(shard_behavior, env, owned_shard);
  }
  void end() {
    if (tested) caf::anon_send_exit(tested, caf::exit_reason::kill);
    tested = runtime::shard_actor{};
    system.await_all_actors_done();
  }

  void deliver(const command& order, const std::string& uuid, const std::string& id,
               std::string reply_to, bool redelivered = false) {
    live();
    delivery given;
    given.redelivered = redelivered;
    given.tag.number = ++tags_;
    given.reply_to = std::move(reply_to);
    given.body = encode_envelope(envelop(order, id, uuid, "/test", time.now()));
    caf::anon_send(tested, local{runtime::delivered{std::make_shared<const delivery>(given)}});
  }
  void begin(const std::string& uuid) {
    deliver(create_node{{{"driver", "fake-hardware"}}, 115}, uuid, "begin." + uuid, uuid);
  }
  /// Waits for a message to that address; fails the test after a while.
  std::string answer_to(const std::string& address) {
    std::string found;
    const auto has_come = [&] {
      for (const auto& message : messages.published())
        if (message.exchange.empty() && message.routing_key == address) found = message.body;
      return !found.empty();
    };
    BOOST_REQUIRE_MESSAGE(test::fulfilled(has_come), "nobody answers " << address);
    return found;
  }
  std::string ask(const std::string& uuid, const std::string& address) {
    deliver(set_maintenance{true, {}}, uuid, address, address);
    return answer_to(address);
  }
  void repair() { records.set_text(damaged_node, whole_); }
  template <class Holds>
  bool await(Holds holds) {
    return test::fulfilled(std::move(holds));
  }

  error_log log;  // no thread outlives it
  test::manual_bus messages;
  fragile_store records;
  driver_catalog drivers = test::make_catalog();
  inspection::engine engine{inspection::default_policy(), {}};
  test::still_clock time;
  std::shared_ptr<environment> env = std::make_shared<environment>(
      messages, records, drivers, engine, time, std::make_shared<installation_policy>(),
      conductor_options{}, runtime_options{});
  caf::actor_system_config config;
  caf::actor_system system{runtime::configure(config, 1)};
  runtime::shard_actor tested;

private:
  std::string whole_;
  uint64_t tags_ = 0;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(a_record_that_cannot_be_read, damage_fixture)

BOOST_AUTO_TEST_CASE(clients_get_an_error_and_other_nodes_continue) {
  const auto refusal = ask(damaged_node, "first");
  BOOST_TEST(refusal.find("The stored data cannot be read") != std::string::npos);
  BOOST_TEST(refusal.find("internal") != std::string::npos);
  BOOST_TEST(ask(sound_node, "second").find("refused") == std::string::npos);
  BOOST_TEST(ask(damaged_node, "third").find("cannot be read") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(it_continues_once_it_is_repaired) {
  ask(damaged_node, "first");
  repair();
  BOOST_TEST(ask(damaged_node, "second").find("refused") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(messages_without_a_client_wait_for_the_repair) {
  deliver(set_maintenance{true, {}}, damaged_node, "unattended", {});
  BOOST_TEST(ask(damaged_node, "first").find("cannot be read") != std::string::npos);
  repair();
  BOOST_TEST(await([&] {
    return records.text_of(damaged_node).find("\"maintenance\":true") != std::string::npos;
  }));
}

BOOST_AUTO_TEST_CASE(a_shard_with_it_can_be_taken_over) {
  records.unfinished = damaged_node;
  BOOST_TEST(ask(sound_node, "first").find("refused") == std::string::npos);
  BOOST_TEST(ask(damaged_node, "second").find("cannot be read") != std::string::npos);
}

// A shard limits its messages in work: those of one node must not use them all.
BOOST_AUTO_TEST_CASE(too_many_waiting_messages_become_dead_letters) {
  constexpr size_t told = 20, kept = 8;
  for (size_t i = 0; i < told; ++i)
    deliver(set_maintenance{true, {}}, damaged_node, "unattended " + std::to_string(i), {});
  BOOST_TEST(await([&] { return messages.dead_lettered().size() == told - kept; }));
  BOOST_TEST(ask(damaged_node, "first").find("cannot be read") != std::string::npos);
  BOOST_TEST(messages.dead_lettered().size() == told - kept);
}

BOOST_AUTO_TEST_CASE(unreadable_outbox_entries_are_logged_and_the_rest_is_sent) {
  outgoing sent;
  sent.routing_key = "whoever waits";
  sent.body = "kept";
  records.set_outbox(sound_node, {"{half of a", encode_outgoing(sent), "7"});
  BOOST_TEST(ask(sound_node, "first").find("refused") == std::string::npos);
  BOOST_TEST(answer_to("whoever waits") == "kept");
  const auto said = log.lines();
  BOOST_REQUIRE(said.size() == 1U);
  BOOST_TEST(said[0].find("unreadable messages of the outbox are skipped node=" + sound_node +
                          " revision=1 count=2 error=") == 0U,
             said[0]);
  BOOST_TEST(said[0].size() < 500U);
}

BOOST_AUTO_TEST_CASE(entries_for_an_unused_exchange_are_skipped) {
  outgoing sent;
  sent.exchange = "switched-off";
  sent.routing_key = "topic.info";
  sent.body = "late";
  records.set_outbox(sound_node, {encode_outgoing(sent)});
  messages.publish_failures = 1;
  BOOST_TEST(ask(sound_node, "first").find("refused") == std::string::npos);
  BOOST_TEST(messages.publish_failures == 0U);
  for (const auto& message : messages.published()) BOOST_TEST(message.exchange != "switched-off");
}

BOOST_AUTO_TEST_CASE(entries_that_may_have_been_sent_are_marked_as_repeated) {
  outgoing sent;
  sent.routing_key = "whoever waits";
  sent.body = "kept";
  records.set_outbox(sound_node, {encode_outgoing(sent)});
  ask(sound_node, "first");
  answer_to("whoever waits");
  for (const auto& message : messages.published())
    BOOST_TEST(message.again == (message.routing_key == "whoever waits"), message.routing_key);
}

// A previous process may have crashed because of it: it is not handled before that is known.
BOOST_AUTO_TEST_CASE(a_suspected_message_becomes_a_dead_letter) {
  const auto suspects = system.spawn(suspect_everything);
  env->suspects = suspects.address();
  deliver(set_maintenance{true, {}}, sound_node, "suspected", {}, true);
  BOOST_TEST(await([&] { return messages.dead_lettered().size() == 1; }));
  caf::anon_send(suspects, local{runtime::leave{}});
}

BOOST_AUTO_TEST_CASE(no_new_node_replaces_it) {
  ask(damaged_node, "first");
  const auto before = records.text_of(damaged_node);
  deliver(create_node{{{"driver", "fake-hardware"}}, 115}, damaged_node, "again", "second");
  BOOST_TEST(answer_to("second").find("cannot be read") != std::string::npos);
  BOOST_TEST(records.text_of(damaged_node) == before);
}

BOOST_AUTO_TEST_SUITE_END()
