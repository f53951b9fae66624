#include "tests/fuzz/revived.hpp"

#include "actors/inspection/rules/rule.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/catalog_fixture.hpp"
#include "tests/unit/actors/node/exhaustive/situation.hpp"

#include <cstdio>
#include <cstdlib>

namespace ironbus {

namespace {

/// The most permissive environment, so that a node continues.
context world_at(timestamp now) {
  static const auto drivers = test::make_catalog();
  static const installation_policy policy;
  static const conductor_options options;
  static const auto rules = std::make_shared<std::vector<inspection::rule_ptr>>();
  context out{now, drivers, policy, options, "bench"};
  out.reply_to = "client";
  out.correlation_id = "c-1";
  out.fresh_token = "a-fresh-token-of-at-least-32-characters";
  out.rules = rules;
  return out;
}

constexpr uint32_t shard_count = 64;

}  // namespace

revived::revived(const std::string& subject)
    : subject_{subject},
      it_{make_aggregate(subject)},
      now_{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}} {}

bool revived::restore(const std::string& text) { return it_->restore(text).has_value(); }

std::optional<std::string> revived::tell(std::variant<node_message, record_message> what) {
  inbound message;
  message.id = "m-" + std::to_string(++told_);
  message.subject = subject_;
  message.what = std::move(what);
  now_ = std::max(now_, it_->next_deadline().value_or(now_));
  const auto ctx = world_at(now_);
  try {
    const auto proposed = it_->propose(message, ctx, {shard_count});
    if (!proposed.changed) return std::nullopt;
    it_->accept();
    return proposed.saved.snapshot;
  } catch (const std::exception& e) {
    static const bool is_shown = std::getenv("IRONBUS_FUZZ_SHOW") != nullptr;
    if (is_shown) std::fprintf(stderr, "thrown: %s\n", e.what());
    return std::nullopt;
  }
}

namespace {

constexpr int newest_version = 115;

json fields_of_new_node(draw& choices) {
  json out{{"driver", "fake-hardware"}};
  if (choices.byte() % 2 != 0)
    out.update({{"deploy_interface", test::through_agent},
                {"boot_interface", "network"},
                {"inspect_interface", "agent"}});
  return out;
}

}  // namespace

std::string lived_node(draw& choices) {
  revived node{lived_node_uuid};
  auto text = node.tell(node_message{create_node{fields_of_new_node(choices), newest_version}})
                  .value_or("");
  for (auto times = choices.byte() % 8; times > 0; --times) {
    const auto known = decode_snapshot(text);
    if (!known) std::abort();  // it has just been written
    const auto all = test::incidents_for(*known);
    const auto next = node.tell(choices.item(all).message);
    if (next && next->empty()) break;  // it has been deleted
    if (next) text = *next;
  }
  return text;
}

}  // namespace ironbus
