#include "tests/differential/decision_trace.hpp"

#include "actors/node/save.hpp"
#include "actors/outbox.hpp"
#include "messages/model/snapshot.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace ironbus::test {

namespace {

json shown(const reply& reply) {
  json out{{"body", reply.body}, {"later", reply.later}};
  if (reply.refused) out["refused"] = {to_string(reply.refused->code), reply.refused->message};
  return out;
}

json shown(const std::vector<unique_key>& keys) {
  auto out = json::array();
  for (const auto& key : keys) out.push_back(key.space + " " + key.value);
  return out;
}

json shown(const std::vector<row>& rows) {
  auto out = json::array();
  for (const auto& x : rows) out.push_back({x.collection, x.id, x.summary, x.columns});
  return out;
}

json shown(const commit& commit) {
  json out{{"snapshot", commit.snapshot},  {"erase", commit.erase},
           {"claim", shown(commit.claim)}, {"release", shown(commit.release)},
           {"put", shown(commit.put)},     {"remove", commit.remove}};
  if (commit.attention) out["attention"] = commit.attention->time_since_epoch().count();
  return out;
}

json shown(const std::vector<log::record>& records) {
  json out = json::array();
  for (const auto& x : records) {
    out.push_back({std::string{to_string(x.how)}, x.message});
    for (const auto& [key, value] : x.fields) out.back().push_back({key.name, value});
  }
  return out;
}

json shown(const node_snapshot* before, const decision& decision) {
  json out{{"changed", decision.changed},
           {"duplicate", decision.duplicate},
           {"erased", decision.erased},
           {"answer", shown(decision.answer)}};
  if (decision.answer.refused) return out;  // the rest is not used then
  out["log"] = shown(decision.logs());
  out["outbox"] = json::array();
  for (const auto& message : decision.messages()) out["outbox"].push_back(encode_outgoing(message));
  if (decision.changed) out["commit"] = shown(make_commit(before, decision, default_shards));
  return out;
}

}  // namespace

void trace_decision(const node_snapshot* before, std::string_view message_id,
                    const decision& decision) {
  static const char* folder = std::getenv("IRONBUS_DECISION_TRACE");
  if (folder == nullptr) return;
  const auto name = boost::unit_test::framework::current_test_case().full_name();
  auto line = shown(before, decision);
  line["message"] = message_id;
  std::ofstream{std::filesystem::path{folder} / (name + ".trace"), std::ios::app} << to_text(line)
                                                                                  << '\n';
}

}  // namespace ironbus::test
