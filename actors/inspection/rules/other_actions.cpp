#include "actors/inspection/rules/actions.hpp"
#include "actors/inspection/values/textual.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus::inspection {

namespace {

constexpr std::array<std::string_view, 5> log_levels{"debug", "info", "warning", "error",
                                                     "critical"};
constexpr size_t log_bytes_max = 4096;
constexpr double timeout_seconds_max = 60;
constexpr int retries_max = 10;
constexpr double backoff_max = 10;

bool is_http(const std::string& url) {
  const auto text = lower(url);
  return text.starts_with("http://") || text.starts_with("https://");
}

/// The host in lower case. Empty for ambiguous URLs, which a reader and the client might read
/// differently: with credentials, a backslash, blanks or control characters.
std::string host_of(const std::string& url) {
  const auto odd = [](char c) {
    return c == '@' || c == '\\' || static_cast<unsigned char>(c) <= 0x20 || c == 0x7f;
  };
  if (std::any_of(url.begin(), url.end(), odd)) return "";
  const auto rest = url.substr(url.find("://") + 3);
  if (rest.starts_with('[')) return lower(rest.substr(0, rest.find(']') + 1));
  return lower(rest.substr(0, rest.find_first_of(":/?#")));
}

checked is_number_in(const json& value, double least, double most) {
  if (value.is_number() && value.get<double>() >= least && value.get<double>() <= most) return {};
  return must_be("a number from " + textual(least) + " to " + textual(most), value);
}

}  // namespace

checked fail_inspection(node_view&, const arguments& args) {
  return fail(error_code::invalid, textual(args.argument(0)).substr(0, log_bytes_max));
}

checked is_log_level(const json& value) {
  if (value.is_string() && std::find(log_levels.begin(), log_levels.end(),
                                     lower(value.get<std::string>())) != log_levels.end())
    return {};
  return must_be("debug, info, warning, error or critical", value);
}

checked write_log(node_view& x, const arguments& args) {
  x.log(lower(args.text(1)), textual(args.argument(0)).substr(0, log_bytes_max));
  return {};
}

checked is_url(const json& value) {
  if (value.is_string() && is_http(value.get_ref<const std::string&>())) return {};
  return must_be("an address that begins with http:// or https://", value);
}

checked is_timeout(const json& value) { return is_number_in(value, 0.001, timeout_seconds_max); }

checked is_retry_count(const json& value) {
  if (value.is_number_integer() && value >= 0 && value <= retries_max) return {};
  return must_be("an integer from 0 to " + std::to_string(retries_max), value);
}

checked is_backoff(const json& value) { return is_number_in(value, 0, backoff_max); }

checked call_api(node_view& view, const arguments& args) {
  const auto host = host_of(args.text(0));
  const auto& allowed = view.calls.hosts;
  if (host.empty() || std::find(allowed.begin(), allowed.end(), host) == allowed.end())
    return fail(error_code::forbidden, "api-call must not call the host '" + host.substr(0, 128) +
                                           "'; an administrator allows hosts in the "
                                           "configuration");
  if (view.calls.pretend) return {};
  if (view.calls_seen == view.calls.answers.size()) {
    view.wanted = api_request{args.text(0),
                              args.argument(1),
                              args.argument(2),
                              args.argument(3).get<double>(),
                              args.argument(4).get<int>(),
                              args.argument(5).get<double>()};
    return {};
  }
  const auto& answer = view.calls.answers[view.calls_seen++];
  if (answer.error) return fail(error_code::unavailable, "api-call failed: " + *answer.error);
  return {};
}

}  // namespace ironbus::inspection
