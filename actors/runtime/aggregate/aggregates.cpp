#include "actors/catalog/save_record.hpp"
#include "actors/node/decision/step_spans.hpp"
#include "actors/node/save.hpp"
#include "actors/node/save_decision.hpp"
#include "actors/notifications/node_notifications.hpp"
#include "actors/notifications/record_notifications.hpp"
#include "actors/outbox.hpp"
#include "actors/runtime/aggregate/aggregate.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// More network cards than any machine has.
constexpr size_t taken_macs_max = 512;

/// The state common to all kinds: the committed snapshot and the one being committed.
template <class Snapshot, result<Snapshot> (*Decode)(std::string_view)>
class kept_aggregate : public aggregate {
public:
  result<std::monostate> restore(const std::string& snapshot) final {
    now_.reset();
    text_.clear();
    if (snapshot.empty()) return {};
    auto decoded = Decode(snapshot);
    if (!decoded) return tl::unexpected(decoded.error());
    now_ = std::move(*decoded);
    return {};
  }

  void forget() final {
    now_.reset();
    next_.reset();
    text_.clear();
  }

  std::optional<state_left> accept() override {
    now_ = std::exchange(next_, {});
    return std::nullopt;
  }

protected:
  const Snapshot* before() const { return now_ ? &*now_ : nullptr; }

  std::optional<Snapshot> now_;
  std::optional<Snapshot> next_;
  std::string text_;  ///< The text of `now_` if it is kept; else empty.
};

class node_aggregate final : public kept_aggregate<node_snapshot, decode_snapshot> {
public:
  explicit node_aggregate(std::string uuid) : uuid_{std::move(uuid)} {}

  std::string_view kind() const override { return "node"; }

  bool is_begun_by(const inbound& x) const override {
    const auto* message = std::get_if<node_message>(&x.what);
    return message != nullptr && begins_node(*message);
  }

  /// A MAC address that an agent or a BMC reports may belong to another node. The node then skips
  /// that port; for any other conflict the inspection fails. An allocation is rejected if its UUID
  /// is the instance of another node.
  bool retries_on_conflict(inbound& given, const unique_key& taken) override {
    auto& message = std::get<node_message>(given.what);
    auto* order = std::get_if<command>(&message);
    if (auto* claim = order != nullptr ? std::get_if<claim_node>(order) : nullptr) {
      if (claim->rejected) return false;
      claim->rejected = "another node is associated with instance " + claim->allocation;
      return true;
    }
    auto* data = order != nullptr ? std::get_if<continue_inspection>(order) : nullptr;
    const bool inspects = data != nullptr && !data->discover_as;
    if (!inspects && !std::holds_alternative<step_outcome>(message)) return false;
    auto& macs = given.taken_macs;
    if (taken.space == "ports.address" && macs.size() < taken_macs_max &&
        std::find(macs.begin(), macs.end(), taken.value) == macs.end()) {
      macs.push_back(taken.value);
      return true;
    }
    if (!inspects || data->rejected) return false;
    data->rejected = duplicate_of(taken).message;
    return true;
  }

  proposal propose(const inbound& message, const context& ctx, const keeping& how) override {
    const auto& what = std::get<node_message>(message.what);
    auto d = decide(before(), uuid_, message.id, what, ctx);
    proposal out{std::move(d.answer), d.changed, d.duplicate, {}};
    if (out.answer.refused) return out;
    out.changed = d.changed && (before() != nullptr || is_begun_by(message));
    if (out.changed && ctx.options.notifications.wanted())
      notify(before(), d, std::get<node_message>(message.what));
    out.messages = d.messages();
    if (!out.changed) return out;  // reports alone are not worth a commit
    out.saved = make_commit(before(), d, how.shards);
    if (how.logs_nodes)
      log_decision(out.saved, {before(), text_, what, message.id, how.version}, d);
    out.reports = {d.logs(), d.spans()};
    out.seen = std::move(d.seen);
    next_ = d.erased ? std::optional<node_snapshot>{} : std::move(d.next);
    return out;
  }

  std::optional<state_left> accept() override {
    const auto left = now_ && next_ ? state_left_between(*now_, *next_) : std::nullopt;
    kept_aggregate::accept();
    text_ = std::exchange(next_text_, {});
    return left;
  }

  std::optional<timestamp> next_deadline() const override {
    return now_ ? ironbus::next_deadline(*now_) : std::nullopt;
  }

  trace_context step_in_progress() const override {
    if (!now_ || !now_->current) return {};
    const auto& op = *now_->current;
    return step_span(*now_, {uuid_, op.id, op.index, op.attempt});
  }

private:
  /// The next decision is compared with the text of this one.
  void log_decision(commit& out, const decided& given, const decision& made) {
    out.events.push_back(decision_event(given, made, out.snapshot));
    next_text_ = out.snapshot;
  }

  std::string uuid_;
  std::string next_text_;  ///< The text of `next_`, if decisions are logged.
};

class record_aggregate final : public kept_aggregate<record_snapshot, decode_record> {
public:
  record_aggregate(const record_type& type, std::string uuid)
      : type_{type}, uuid_{std::move(uuid)} {}

  std::string_view kind() const override { return "record"; }

  bool is_begun_by(const inbound& given) const override {
    const auto* message = std::get_if<record_message>(&given.what);
    const auto* order = message != nullptr ? std::get_if<record_command>(message) : nullptr;
    return order != nullptr && std::holds_alternative<create_record>(*order);
  }

  proposal propose(const inbound& message, const context& ctx, const keeping& how) override {
    auto d = decide_record(type_, before(), uuid_, message.id,
                           std::get<record_message>(message.what), ctx);
    proposal out{std::move(d.answer), d.changed, d.duplicate, {}};
    if (out.answer.refused || !d.changed) return out;
    out.changed = before() != nullptr || is_begun_by(message);  // a deleted record may still answer
    if (out.changed && ctx.options.notifications.wanted())
      notify(before(), d, std::get<record_message>(message.what));
    out.messages = d.messages();
    if (!out.changed) return out;
    out.saved = make_record_commit(before(), d, how.shards);
    out.question = std::move(d.question);
    next_ = d.erased ? std::optional<record_snapshot>{} : std::move(d.next);
    return out;
  }

  std::optional<timestamp> next_deadline() const override {
    return now_ ? now_->until : std::nullopt;
  }

private:
  const record_type& type_;
  std::string uuid_;
};

}  // namespace

/// A busy agent updates provision_updated_at, so the start of a wait state comes from the wait.
std::optional<state_left> state_left_between(const node_snapshot& before,
                                             const node_snapshot& after) {
  const auto& was = before.attributes;
  const auto& ended = after.attributes.provision_updated_at;
  if (was.state == after.attributes.state || !ended) return std::nullopt;
  auto began = was.provision_updated_at.value_or(was.created_at);
  if (before.waiting) began = std::min(began, before.waiting->since);
  return state_left{was.state, *ended - began, after.attributes.state};
}

std::unique_ptr<aggregate> make_aggregate(const std::string& subject) {
  const auto [name, uuid] = split_subject(subject);
  if (name.empty()) return std::make_unique<node_aggregate>(subject);
  const auto* type = find_record_type(name);
  if (type == nullptr) return nullptr;
  return std::make_unique<record_aggregate>(*type, std::string{uuid});
}

}  // namespace ironbus
