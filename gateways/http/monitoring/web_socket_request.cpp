#include "gateways/http/monitoring/web_socket_request.hpp"

#include "gateways/http/access/cors.hpp"
#include "gateways/http/access/sign_in.hpp"
#include "gateways/http/api/call.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/services/services.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr std::string_view protocol_version = "13";

/// Whether the text is 16 bytes in base64.
bool is_key(std::string_view text) {
  constexpr size_t length = 24;
  return text.size() == length && text.ends_with("==") &&
         std::all_of(text.begin(), text.end() - 2,
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '+' || c == '/'; });
}

}  // namespace

std::optional<response> refusal_of_web_socket(const call& call) {
  if (!may_have_web_socket(call.request, call.own_addresses(),
                           call.services.options.cors_allowed_origins,
                           call.services.users.is_required()))
    return error_response(
        403,
        "A web page of another origin may not follow the events. Allowed origins "
        "are set by api.cors_allowed_origins; \"*\" counts only without passwords.");
  if (const auto wanted = call.request.header("Sec-WebSocket-Version");
      wanted != protocol_version) {
    auto out = error_response(426, "Sec-WebSocket-Version: '" + std::string{wanted.substr(0, 64)} +
                                       "' is not supported; allowed: 13.");
    out.headers.emplace_back("Sec-WebSocket-Version", protocol_version);
    return out;
  }
  if (const auto key = call.request.header("Sec-WebSocket-Key"); !is_key(key))
    return error_response(400, "Sec-WebSocket-Key: '" + std::string{key.substr(0, 64)} +
                                   "' is not 16 bytes in base64.");
  return std::nullopt;
}

}  // namespace ironbus::http
