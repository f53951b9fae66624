#include "gateways/http/api/error.hpp"

#include "gateways/http/transport/response_text.hpp"
#include "messages/base/json.hpp"

#include <array>

namespace ironbus::http {

namespace {

struct status_row {
  error_code code;
  unsigned status;
};

constexpr std::array statuses{
    status_row{error_code::invalid, 400},        status_row{error_code::not_found, 404},
    status_row{error_code::forbidden, 403},      status_row{error_code::conflict, 409},
    status_row{error_code::not_acceptable, 406}, status_row{error_code::too_large, 413},
    status_row{error_code::unavailable, 503},    status_row{error_code::timeout, 503},
    status_row{error_code::stale_version, 503},  status_row{error_code::fenced, 503},
    status_row{error_code::access_changed, 409}, status_row{error_code::driver_failed, 500},
    status_row{error_code::internal, 500},
};

static_assert(statuses.size() == static_cast<size_t>(error_code::count_), "a code without a row");

// Long enough for a reconnect or a change of owner, short enough for a person to wait.
constexpr std::string_view retry_after_seconds = "5";

// Clients expect the inner object encoded as a string.
response wrap(unsigned status, const json& inner) {
  response out;
  out.status = status;
  out.body = to_text(json{{"error_message", to_text(inner)}});
  if (status == 503 || status == 429) out.headers.emplace_back("Retry-After", retry_after_seconds);
  return out;
}

}  // namespace

unsigned status_of(error_code error_code) {
  for (const auto& row : statuses)
    if (row.code == error_code) return row.status;
  return 500;
}

response error_response(const failure& x) { return error_response(status_of(x.code), x.message); }

response error_response(unsigned status, const std::string& text) {
  return wrap(status, {{"faultcode", status < 500 ? "Client" : "Server"},
                       {"faultstring", text},
                       {"debuginfo", nullptr}});
}

response framework_error(unsigned status, const std::string& text) {
  return wrap(status, {{"code", status}, {"title", reason_phrase(status)}, {"description", text}});
}

std::string_view denying_rule(const failure& x) {
  const bool is_denial = x.code == error_code::forbidden && x.message.starts_with(denial_text);
  return is_denial ? std::string_view{x.message}.substr(denial_text.size()) : std::string_view{};
}

}  // namespace ironbus::http
