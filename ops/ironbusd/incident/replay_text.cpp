#include "ops/ironbusd/incident/replay_text.hpp"

#include "messages/base/text.hpp"

#include <array>

namespace ironbus::daemon {

namespace {

constexpr size_t shown_bytes_max = 300;

/// In the order of replay_verdict.
constexpr std::array verdict_names{"same", "otherwise", "unknown"};

json shown(const replayed_decision& one) {
  json out{{"version", one.version},
           {"time", one.time},
           {"message", one.message},
           {"verdict", verdict_names.at(static_cast<size_t>(one.verdict))},
           {"why", one.why.empty() ? json{} : json(one.why)},
           {"differences", json::array()}};
  for (const auto& place : one.differences)
    out["differences"].push_back(
        {{"where", place.where}, {"then", place.then}, {"today", place.today}});
  return out;
}

std::string short_text(const json& value) {
  if (value.is_null()) return "nothing";
  auto out = to_text(value);
  if (out.size() > shown_bytes_max) out = out.substr(0, shown_bytes_max) + "..";
  return out;
}

std::string lines_of(const json& one) {
  const auto verdict = member_text(one, "verdict");
  auto out = "  " + to_text(one["version"]) + "  " + member_text(one, "time") + "  " +
             member_text(one, "message") + ": " + verdict + "\n";
  if (const auto why = member_text(one, "why"); !why.empty()) out += "      " + why + "\n";
  for (const auto& place : one["differences"])
    out += "      " + member_text(place, "where") + "\n        then  " + short_text(place["then"]) +
           "\n        today " + short_text(place["today"]) + "\n";
  return out;
}

}  // namespace

json replay_document(const incident_file& file, const replay_report& report) {
  json out{{"node", member_text(file.head, "node")},
           {"made_at", member_text(file.head, "made_at")},
           {"notes", report.notes},
           {"decisions", json::array()}};
  for (const auto* name : verdict_names) out[name] = 0;
  if (const auto notes = file.head.find("notes"); notes != file.head.end() && notes->is_array())
    out["notes"].insert(out["notes"].begin(), notes->begin(), notes->end());
  for (const auto& one : report.decisions) {
    out["decisions"].push_back(shown(one));
    auto& count = out[verdict_names.at(static_cast<size_t>(one.verdict))];
    count = count.get<uint64_t>() + 1;
  }
  return out;
}

std::string replay_text(const json& document) {
  auto out = "Node " + member_text(document, "node") + ", as of " +
             member_text(document, "made_at") + "\n";
  for (const auto& note : document["notes"])
    if (note.is_string()) out += note.get<std::string>() + "\n";
  for (const auto& one : document["decisions"]) out += lines_of(one);
  return out + to_text(document["same"]) + " decisions are the same today, " +
         to_text(document["otherwise"]) + " differ, " + to_text(document["unknown"]) +
         " are unknown\n";
}

}  // namespace ironbus::daemon
