#include "ops/ironbusd/incident/replay.hpp"

#include "actors/node/decide.hpp"
#include "actors/node/save_decision.hpp"
#include "actors/notifications/node_notifications.hpp"
#include "messages/base/secrets.hpp"
#include "messages/wire/snapshot_changes.hpp"
#include "ops/ironbusd/incident/past_installation.hpp"

namespace ironbus::daemon {

namespace {

/// A decision of the file, with the node before and after it.
struct decided_then {
  decision_record record;
  envelope message;
  node_message what;
  json before;
  json after;
};

result<node_message> message_of(const envelope& head) {
  if (head.type == deadline_passed_type) return node_message{deadline_passed{}};
  if (head.type == taken_over_type) return node_message{taken_over{}};
  return decode_node_message(head);
}

/// Texts that are masked on one side only are no difference.
json comparable(json snapshot) {
  if (snapshot.is_null()) return snapshot;
  // Members that only one of the releases writes are no difference, either.
  if (const auto read = decode_snapshot(to_text(snapshot))) snapshot = document_of(*read);
  return mask_secrets(std::move(snapshot));
}

void note_differences(std::vector<difference>& out, const json& then, const json& today,
                      const std::string& where) {
  if (then == today) return;
  if (then.is_object() && today.is_object()) {
    auto keys = then;
    keys.update(today);
    for (const auto& [key, value] : keys.items())
      note_differences(out, then.value(key, json{}), today.value(key, json{}), where + "/" + key);
  } else if (then.is_array() && today.is_array() && then.size() == today.size()) {
    for (size_t i = 0; i < then.size(); ++i)
      note_differences(out, then[i], today[i], where + "/" + std::to_string(i));
  } else {
    out.push_back({where, then, today});
  }
}

void note_sent(std::vector<difference>& out, const std::vector<std::string>& then,
               const decision& today) {
  auto all = sent_by(today);
  for (auto& one : all) one = mask_text(std::move(one));
  for (size_t i = 0; i < std::max(then.size(), all.size()); ++i) {
    const auto was = i < then.size() ? json(then[i]) : json{};
    const auto is = i < all.size() ? json(all[i]) : json{};
    if (was != is) out.push_back({"sent", was, is});
  }
}

replayed_decision described(const decision_record& record, const envelope& head) {
  auto type = head.type;
  if (const auto dot = type.rfind('.'); dot != std::string::npos) type.erase(0, dot + 1);
  const auto data = parse_own_json(head.data.text());
  for (const char* telling : {"target", "status"})
    if (data && data->is_object())
      if (const auto found = data->find(telling); found != data->end() && found->is_string())
        type += " " + found->get<std::string>();
  return {record.version, ironbus::to_string(record.time), type};
}

void compare(replayed_decision& out, const decided_then& then, const context& ctx) {
  const auto text = to_text(then.before);
  auto before = then.before.is_null() ? result<node_snapshot>{} : decode_snapshot(text);
  if (!before) {
    out.why = "Today's code cannot read the node as it was: " + before.error().message;
    return;
  }
  const auto* node = then.before.is_null() ? nullptr : &*before;
  auto today = decide(node, then.message.subject, then.message.id, then.what, ctx);
  if (today.answer.refused) {
    out.why = "Today's code rejects the message: " + today.answer.refused->message;
    return;
  }
  if (!today.changed) {
    out.why = "Today's code changes nothing.";
    return;
  }
  if (ctx.options.notifications.wanted()) notify(node, today, then.what);
  const auto after = today.erased ? json{} : document_of(today.next);
  note_differences(out.differences, comparable(then.after), comparable(after), "");
  note_sent(out.differences, then.record.sent, today);
  if (out.differences.empty()) out.verdict = replay_verdict::same;
}

class replayer {
public:
  result<replayed_decision> take(const json& item) {
    auto record = decode<decision_record>(std::string_view{to_text(without_nulls(item))});
    if (!record) return tl::unexpected(record.error());
    if (auto known = follow(item, *record); !known) return tl::unexpected(known.error());
    auto head = decode_envelope(record->message);
    if (!head) return tl::unexpected(head.error());
    auto out = described(*record, *head);
    if (!before_ || !after_) {
      out.verdict = replay_verdict::unknown;
      out.why = "The file lacks the node before this decision.";
      return out;
    }
    out.verdict = replay_verdict::otherwise;
    if (auto changed = use_configuration(item); !changed) {
      out.why = "Today's code rejects the recorded configuration: " + changed.error().message;
      return out;
    }
    decide_again(out, item, *std::move(record), *std::move(head));
    return out;
  }

  bool has_guessed_configuration() const { return has_guessed_; }

private:
  /// "changes" is null if the changes are unknown.
  static json without_nulls(const json& item) {
    auto out = item;
    if (out.contains("changes") && out["changes"].is_null()) out.erase("changes");
    return out;
  }

  result<std::monostate> follow(const json& item, const decision_record& record) {
    const auto whole = item.find("before");
    if (whole != item.end())
      before_ = *whole;
    else if (record.version == version_ + 1)
      before_ = after_;
    else
      before_.reset();
    version_ = record.version;
    after_.reset();
    const auto changes = item.find("changes");
    if (!before_ || changes == item.end() || changes->is_null()) return {};
    auto after = apply_changes(*before_, *changes);
    if (!after) return tl::unexpected(after.error());
    after_ = *std::move(after);
    return {};
  }

  /// A recorded configuration applies until the next one.
  result<std::monostate> use_configuration(const json& item) {
    const auto written = item.find("configuration");
    if (written == item.end() && installation_) return {};
    has_guessed_ = has_guessed_ || written == item.end();
    const auto options = written != item.end() ? *written : json::object();
    if (installation_ && options == options_) return {};
    installation_.reset();
    if (!options.is_object()) return fail(error_code::invalid, "it is not an object");
    auto made = past_installation::make(options);
    if (!made) return tl::unexpected(made.error());
    installation_ = *std::move(made);
    options_ = options;
    return {};
  }

  void decide_again(replayed_decision& out, const json& item, decision_record record,
                    envelope head) const {
    auto what = message_of(head);
    if (!what) {
      out.why = "Today's code cannot read the message: " + what.error().message;
      return;
    }
    auto rules = item.contains("rules")
                     ? read_rules(item["rules"])
                     : inspection::rules_in_force{
                           std::make_shared<const std::vector<inspection::rule_ptr>>()};
    if (!rules) {
      out.why = "Today's code rejects the inspection rules: " + rules.error().message;
      return;
    }
    const decided_then then{std::move(record), std::move(head), *std::move(what), *before_,
                            *after_};
    auto ctx = installation_->context_of(then.record, then.message, then.record.context.taken_macs);
    ctx.rules = *rules;
    try {
      compare(out, then, ctx);
    } catch (const std::exception& e) {
      out.why = std::string{"Today's code fails: "} + e.what();
    }
  }

  std::optional<json> before_;
  std::optional<json> after_;
  uint64_t version_ = 0;
  std::optional<past_installation> installation_;
  json options_;
  bool has_guessed_ = false;
};

}  // namespace

result<replay_report> replay_decisions(const incident_file& file) {
  replay_report out;
  replayer all;
  for (const auto& item : file.decisions) {
    auto one = all.take(item);
    if (!one)
      return fail(error_code::invalid, "decision " + std::to_string(out.decisions.size() + 1) +
                                           " is damaged: " + one.error().message);
    out.decisions.push_back(*std::move(one));
  }
  if (all.has_guessed_configuration())
    out.notes.emplace_back(
        "The configuration of the first decisions is unknown; the replay uses the defaults.");
  return out;
}

}  // namespace ironbus::daemon
