#include "messages/wire/incident.hpp"

#include "messages/base/secret_placeholders.hpp"
#include "messages/wire/decision_record.hpp"
#include "messages/wire/past_node.hpp"
#include "messages/wire/snapshot_changes.hpp"

#include <algorithm>
#include <optional>

namespace ironbus {

namespace {

/// A decision with the node's state before and after it, if known.
struct known_decision {
  decision_record record;
  std::optional<json> before;
  std::optional<json> after;
  bool begins_row = false;
};

/// Reconstructs the states from decision to decision.
class decision_reader {
public:
  /// Throws nlohmann's exceptions on damaged text, and unreadable.
  known_decision read(const std::string& text) {
    auto record = decode<decision_record>(std::string_view{text});
    if (!record) throw unreadable{record.error().message};
    known_decision out{*std::move(record), {}, {}, false};
    if (!out.record.before.empty())
      out.before = json::parse(out.record.before);
    else if (out.record.version == version_ + 1)
      out.before = state_;
    out.begins_row = out.record.version != version_ + 1;
    if (out.before) {
      auto after = apply_changes(*out.before, json::parse(out.record.changes));
      if (!after) throw unreadable{after.error().message};
      out.after = *std::move(after);
    }
    state_ = out.after;
    version_ = out.record.version;
    return out;
  }

private:
  std::optional<json> state_;
  uint64_t version_ = 0;
};

json parsed(const std::string& text) { return text.empty() ? json{} : json::parse(text); }

/// Learns values that a rule writes into secret fields, although the argument names do not mark
/// them as secret: ["/driver_info/ipmi_password", "…"].
void learn_rules(secret_placeholders& secrets, const json& rules) {
  secrets.learn(rules);
  if (rules.is_array() && rules.size() == 2 && rules[0].is_string()) {
    const auto path = rules[0].get<std::string>();
    auto named = json::object();
    named[path.substr(path.rfind('/') + 1)] = rules[1];
    secrets.learn(named);
  }
  if (rules.is_structured())
    for (const auto& part : rules) learn_rules(secrets, part);
}

void learn_all(secret_placeholders& secrets, const incident_sources& sources) {
  decision_reader reader;
  for (const auto& text : sources.decisions) {
    const auto one = reader.read(text);
    secrets.learn(parsed(one.record.message));
    learn_rules(secrets, parsed(one.record.rules));
    secrets.learn(document_of(one.record.context));
    for (const auto& state : {one.before, one.after})
      if (state) secrets.learn(*state);
  }
  for (const auto* texts : {&sources.events, &sources.operations})
    for (const auto& text : *texts) secrets.learn(json::parse(text));
  secrets.learn(parsed(sources.snapshot));
}

json shown(const known_decision& one, const secret_placeholders& secrets) {
  const auto& record = one.record;
  json out{{"version", record.version},
           {"time", record.time},
           {"message", secrets.replace(parsed(record.message))},
           {"context", secrets.replace(document_of(record.context))},
           {"sent", secrets.replace_texts(record.sent)},
           {"changes", nullptr}};
  if (!record.configuration.empty())
    out["configuration"] = secrets.replace_texts(json::parse(record.configuration));
  if (!record.rules.empty()) out["rules"] = secrets.replace(json::parse(record.rules));
  if (!one.before) return out;
  const auto before = secrets.replace(*one.before);
  if (!record.before.empty() || one.begins_row) out["before"] = before;
  out["changes"] =
      json::parse(changes_between(to_text(before), to_text(secrets.replace(*one.after))));
  return out;
}

std::vector<std::string> notes_on(const incident_sources& sources) {
  std::vector<std::string> out;
  if (sources.decisions.empty())
    out.emplace_back(
        "There are no decisions: conductor.decision_log was off, or the log no longer has them. "
        "The incident can be read but not replayed.");
  if (sources.is_cut)
    out.emplace_back("The incident was too large: its oldest entries are left out.");
  if (sources.snapshot.empty()) out.emplace_back("The node has been deleted.");
  return out;
}

/// Appends `"name":[…]`; `write` writes each item.
template <class Write>
void add_list(std::string& out, const char* name, const std::vector<std::string>& texts,
              Write write) {
  out.append(",\"").append(name).append("\":[");
  for (const auto& text : texts) out.append(out.ends_with('[') ? "" : ",").append(write(text));
  out += ']';
}

std::string incident_text(const incident_sources& sources) {
  secret_placeholders secrets;
  learn_all(secrets, sources);
  const json head{{"format", incident_format},
                  {"node", sources.node},
                  {"made_at", sources.made_at},
                  {"notes", notes_on(sources)}};
  auto out = "{\"incident\":" + to_text(head) +
             ",\"snapshot\":" + to_text(secrets.replace(parsed(sources.snapshot)));
  const auto replaced = [&](const std::string& text) {
    return to_text(secrets.replace(json::parse(text)));
  };
  add_list(out, "operations", sources.operations, replaced);
  add_list(out, "events", sources.events, replaced);
  decision_reader reader;
  add_list(out, "decisions", sources.decisions,
           [&](const std::string& text) { return to_text(shown(reader.read(text), secrets)); });
  return out + "}";
}

}  // namespace

result<std::string> make_incident(const incident_sources& sources) {
  try {
    return incident_text(sources);
  } catch (const std::exception& e) {
    return fail(error_code::internal, std::string{"The stored data is damaged: "} + e.what());
  }
}

void newest_texts::add(std::string text) {
  bytes_ += text.size();
  texts_.push_back(std::move(text));
  while (bytes_ > incident_bytes_max && first_ + 1 < texts_.size()) {
    bytes_ -= texts_[first_].size();
    texts_[first_++] = {};
    has_lost_ = true;
  }
}

std::vector<std::string> newest_texts::take() {
  texts_.erase(texts_.begin(), texts_.begin() + static_cast<std::ptrdiff_t>(first_));
  first_ = 0;
  return std::move(texts_);
}

}  // namespace ironbus
