#pragma once

#include "actors/runtime/webhooks/webhook_dispatcher.hpp"
#include "messages/wire/envelope.hpp"
#include "small_store.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

// A dispatcher of a webhook with its environment, for tests.

namespace ironbus::test {

/// A receiver that responds as set, and stores its requests.
class receiver final : public webhook_sender {
public:
  void send(webhook_request x, std::function<void(webhook_answer)> done) override {
    const auto body = json::parse(x.body);
    for (const auto& event : body.is_array() ? body : json::array({body})) {
      got.push_back(event["id"]);
      types.push_back(event["type"]);
    }
    sizes.push_back(body.is_array() ? body.size() : 1);
    if (holds) {
      held = std::move(done);
      return;
    }
    const bool is_bad = std::find(got.end() - static_cast<std::ptrdiff_t>(sizes.back()), got.end(),
                                  poison) != got.end();
    done(is_bad ? webhook_answer{500, {}} : answer);
  }
  void forget(const std::string&) override { ++forgotten; }

  std::vector<std::string> got;
  std::vector<std::string> types;
  std::vector<size_t> sizes;
  webhook_answer answer{204, {}};
  std::string poison;  ///< The event that gets the response 500.
  bool holds = false;
  std::function<void(webhook_answer)> held;
  int forgotten = 0;
};

class set_clock final : public ironbus::clock {
public:
  timestamp now() const override { return time; }
  timestamp time{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};
};

inline const std::string courier_webhook = "22222222-bbbb-4bbb-8bbb-000000000006";

struct dispatcher_fixture {
  small_store records;
  receiver there;
  set_clock time;
  std::vector<std::function<void()>> works;                         ///< To be done now,
  std::vector<std::pair<timestamp, std::function<void()>>> timers;  ///< and later.
  bool alive = true;
  int disabled = 0;
  webhook_metrics metrics;
  dispatcher_context around{
      records,
      there,
      time,
      {.attempts_max = 3, .dead_letters_max = 2},
      "c-1/x",
      [this](auto work) { works.push_back(std::move(work)); },
      [this](auto pause, auto work) { timers.emplace_back(time.time + pause, std::move(work)); },
      [this] { return alive; },
      [this](const std::string&) { ++disabled; },
      metrics};
  webhook what;
  std::shared_ptr<webhook_dispatcher> dispatcher;

  dispatcher_fixture() {
    what.uuid = courier_webhook;
    what.name = "hook";
    what.url = "https://hook.example.org/";
    what.secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    what.since = "abcd:0";
  }

  std::string happen(const std::string& type = "node_updated", const std::string& subject = "n1") {
    envelope head;
    head.id = "e-" + std::to_string(records.events.size() + 1);
    head.type = "ironbus." + type;
    head.source = "/test";
    head.subject = subject;
    event_record event;
    event.subject = subject;
    event.type = type;
    event.body = encode_envelope(head);
    records.events.push_back(event);
    return head.id;
  }
  void begin(bool others_gone = false) {
    dispatcher = std::make_shared<webhook_dispatcher>(around, what);
    dispatcher->start([others_gone](const std::string&) { return others_gone; });
    work();
  }
  void work() {
    while (!works.empty()) {
      auto now = std::move(works);
      works.clear();
      for (auto& one : now) one();
    }
  }
  void look() {
    dispatcher->note_end(records.log, records.events.size());
    work();
  }
  void pass(std::chrono::milliseconds pause) {
    time.time += pause;
    std::vector<std::function<void()>> due;
    std::erase_if(timers, [&](auto& one) {
      if (one.first > time.time) return false;
      due.push_back(std::move(one.second));
      return true;
    });
    for (auto& one : due) one();
    work();
  }
  webhook_delivery kept() {
    const auto found =
        records.kept.find({std::string{webhook_delivery_aggregate}, courier_webhook});
    if (found == records.kept.end()) return {};
    return decode_stored<webhook_delivery>(found->second.snapshot, "delivery").value();
  }
};

using ids = std::vector<std::string>;

}  // namespace ironbus::test
