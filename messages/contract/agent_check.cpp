#include "messages/contract/agent_check.hpp"

#include "messages/base/secrets.hpp"

namespace ironbus {

namespace {

bool is_empty(const std::optional<std::string>& text) { return !text || text->empty(); }

}  // namespace

bool may_lack_token(const agent_session& known, const claimed_agent& claimed,
                    bool allow_tokenless) {
  return allow_tokenless && is_empty(known.token) && claimed.token.empty();
}

result<std::monostate> check_agent(const agent_session& known, const claimed_agent& claimed,
                                   bool allow_tokenless) {
  if (known.has_sent_heartbeat() && known.url != claimed.url)
    return fail(error_code::invalid, "'" + std::string{claimed.url_name} +
                                         "' differs from the one this agent reported before.");
  if (claimed.certificate && !is_empty(known.certificate) &&
      known.certificate != claimed.certificate)
    return fail(error_code::invalid,
                "'agent_verify_ca' differs from the certificate this agent sent before.");
  if (may_lack_token(known, claimed, allow_tokenless)) return {};
  if (claimed.token.empty())
    return fail(error_code::invalid, "Missing mandatory parameter: agent_token");
  if (is_empty(known.token))
    return fail(error_code::conflict,
                "The boot of this agent is over: the service has ended its session.");
  if (!equal_in_constant_time(*known.token, claimed.token))
    return fail(error_code::invalid, "Invalid value for 'agent_token'.");
  return {};
}

}  // namespace ironbus
