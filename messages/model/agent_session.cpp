#include "messages/model/agent_session.hpp"

#include "messages/base/text.hpp"

#include <array>

namespace ironbus {

namespace {

constexpr const char* token_key = "agent_secret_token";
constexpr const char* handed_over_key = "agent_secret_token_pregenerated";
constexpr const char* heartbeat_key = "agent_last_heartbeat";
constexpr const char* refused_at_key = "agent_refused_at";

struct text_row {
  const char* key;
  std::optional<std::string> agent_session::*member;
};

constexpr std::array texts{
    text_row{"agent_url", &agent_session::url},
    text_row{token_key, &agent_session::token},
    text_row{"agent_verify_ca", &agent_session::certificate},
    text_row{"agent_version", &agent_session::version},
    text_row{"agent_status", &agent_session::status},
    text_row{"agent_status_message", &agent_session::status_message},
    text_row{"agent_refusal", &agent_session::refusal},
    text_row{agent_command_key, &agent_session::command},
};

std::optional<std::string> text_at(const json& document, const char* key) {
  const auto found = document.find(key);
  if (found == document.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::optional<timestamp> time_at(const json& document, const char* key) {
  const auto text = text_at(document, key);
  if (!text) return std::nullopt;
  const auto found = parse_timestamp(*text);
  return found ? std::optional{*found} : std::nullopt;
}

/// Leaves a key of another form unchanged.
template <class T>
void put(json& target, const char* key, const std::optional<T>& before,
         const std::optional<T>& after) {
  if (after == before) return;
  if (after)
    target[key] = *after;
  else
    target.erase(key);
}

}  // namespace

agent_session read_agent_session(const json& document) {
  agent_session out;
  if (!document.is_object()) return out;
  for (const auto& row : texts) out.*row.member = text_at(document, row.key);
  out.token_handed_over = document.value(handed_over_key, json{}) == true;
  out.last_heartbeat = time_at(document, heartbeat_key);
  out.refused_at = time_at(document, refused_at_key);
  return out;
}

void write_agent_session(json& target, const agent_session& session) {
  const auto before = read_agent_session(target);
  for (const auto& row : texts) put(target, row.key, before.*row.member, session.*row.member);
  put(target, heartbeat_key, before.last_heartbeat, session.last_heartbeat);
  put(target, refused_at_key, before.refused_at, session.refused_at);
  if (session.token_handed_over)
    target[handed_over_key] = true;
  else
    target.erase(handed_over_key);
}

json_document without_agent_token(json_document driver_internal_info) {
  driver_internal_info.erase(token_key);
  return driver_internal_info;
}

bool may_keep_agent(bool option, const json& driver_info) {
  if (!driver_info.is_object()) return option;
  const auto own = driver_info.find("fast_track");
  if (own == driver_info.end()) return option;
  if (own->is_boolean()) return own->get<bool>();
  if (!own->is_string()) return option;
  const auto text = lower(own->get_ref<const std::string&>());
  if (text == "true") return true;
  return text == "false" ? false : option;
}

}  // namespace ironbus
