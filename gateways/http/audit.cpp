#include "gateways/http/audit.hpp"

#include "gateways/http/routes/route_rules.hpp"
#include "messages/base/text.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

namespace ip = boost::asio::ip;

constexpr size_t audited_name_max = 255;

std::string text_of_address(const ip_address& x) {
  const ip::address_v6 long_form{x};
  if (!long_form.is_v4_mapped()) return long_form.to_string();
  return ip::make_address_v4(ip::v4_mapped, long_form).to_string();
}

bool changes_something(const call& call) {
  static constexpr std::array<std::string_view, 3> reads{"GET", "HEAD", "OPTIONS"};
  return call.matched != nullptr &&
         std::find(reads.begin(), reads.end(), call.request.method) == reads.end();
}

bool is_refused(const call& call, unsigned status) {
  static constexpr std::array<unsigned, 4> refusals{401, 403, 409, 429};
  return std::find(refusals.begin(), refusals.end(), status) != refusals.end() ||
         (status == 404 && call.is_concealed);
}

std::string rule_behind(const call& call) {
  if (!call.denied_rule.empty()) return call.denied_rule;
  return call.matched != nullptr ? std::string{rule_of(*call.matched)} : std::string{};
}

}  // namespace

audit_entry audit_entry_of(const call& call, unsigned status) {
  audit_entry out;
  if (call.matched != nullptr && call.matched->who == access::ramdisk) return out;
  out.is_change = changes_something(call);
  out.is_refusal = is_refused(call, status);
  if (!out.is_change && !out.is_refusal) return out;
  out.user = call.user;
  out.project = call.who.project_id;
  out.roles = join(
      call.who.roles, [](const std::string& x) -> std::string_view { return x; }, ",");
  if (call.request.client) out.client = text_of_address(*call.request.client);
  out.proof = call.proof;
  out.method = call.request.method.substr(0, audited_name_max);
  out.path = call.path();
  out.rule = rule_behind(call);
  if (!call.arguments.empty()) out.object = call.arguments[0].substr(0, audited_name_max);
  out.status = status;
  out.request_id = call.request_id;
  return out;
}

}  // namespace ironbus::http
