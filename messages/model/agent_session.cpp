#include "messages/model/agent_session.hpp"

#include <array>

namespace ironbus {

namespace {

constexpr const char* token_key = "agent_secret_token";
constexpr const char* handed_over_key = "agent_secret_token_pregenerated";
constexpr const char* heartbeat_key = "agent_last_heartbeat";

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
    text_row{agent_command_key, &agent_session::command},
};

std::optional<std::string> text_at(const json& in, const char* key) {
  const auto at = in.find(key);
  if (at == in.end() || !at->is_string()) return std::nullopt;
  return at->get<std::string>();
}

/// A key of another form is left as it is.
template <class T>
void put(json& into, const char* key, const std::optional<T>& before,
         const std::optional<T>& after) {
  if (after == before) return;
  if (after)
    into[key] = *after;
  else
    into.erase(key);
}

}  // namespace

agent_session read_agent_session(const json& in) {
  agent_session out;
  if (!in.is_object()) return out;
  for (const auto& row : texts) out.*row.member = text_at(in, row.key);
  out.token_handed_over = in.value(handed_over_key, json{}) == true;
  if (const auto text = text_at(in, heartbeat_key))
    if (const auto at = parse_timestamp(*text)) out.last_heartbeat = *at;
  return out;
}

void write_agent_session(json& into, const agent_session& session) {
  const auto before = read_agent_session(into);
  for (const auto& row : texts) put(into, row.key, before.*row.member, session.*row.member);
  put(into, heartbeat_key, before.last_heartbeat, session.last_heartbeat);
  if (session.token_handed_over)
    into[handed_over_key] = true;
  else
    into.erase(handed_over_key);
}

json_document without_agent_token(json_document driver_internal_info) {
  driver_internal_info.erase(token_key);
  return driver_internal_info;
}

}  // namespace ironbus
