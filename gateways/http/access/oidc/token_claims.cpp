#include "gateways/http/access/oidc/token_claims.hpp"

#include <algorithm>
#include <optional>
#include <variant>

namespace ironbus::http {

namespace {

using std::chrono::seconds;

constexpr size_t naming_bytes_max = 255;
constexpr double numeric_date_max = 253'402'300'799;  // the last second of the year 9999

tl::unexpected<failure> wrong_claim(std::string why) {
  return fail(error_code::invalid, std::move(why));
}

/// Unset: there is no such claim. A fraction of a second is dropped.
result<std::optional<timestamp>> date_claim(const json& claims, const char* name) {
  const auto found = claims.find(name);
  if (found == claims.end()) return std::optional<timestamp>{};
  if (!found->is_number())
    return wrong_claim("its claim '" + std::string{name} + "' is not a number");
  const auto value = found->get<double>();
  if (!(value >= 0 && value <= numeric_date_max))
    return wrong_claim("its claim '" + std::string{name} +
                       "' is out of range; allowed: seconds since 1970");
  return std::optional{timestamp{seconds{static_cast<int64_t>(value)}}};
}

bool names_audience(const json& claims, const std::string& audience) {
  const auto found = claims.find("aud");
  if (found == claims.end()) return false;
  if (!found->is_array()) return *found == audience;
  return std::find(found->begin(), found->end(), audience) != found->end();
}

result<std::monostate> check_begin(const json& claims, const char* name, const char* why,
                                   timestamp latest) {
  const auto begin = date_claim(claims, name);
  if (!begin) return tl::unexpected(begin.error());
  if (*begin && **begin > latest) return wrong_claim(why);
  return {};
}

}  // namespace

result<timestamp> check_claims(const json& claims, const wanted_claims& wanted, timestamp now) {
  const auto issuer = claims.find("iss");
  if (issuer == claims.end() || *issuer != wanted.issuer)
    return wrong_claim("its issuer (iss) is not '" + wanted.issuer + "'");
  if (!names_audience(claims, wanted.audience))
    return wrong_claim("its audience (aud) does not name '" + wanted.audience + "'");
  if (naming_claim(claims, "sub").empty())
    return wrong_claim("its subject (sub) is missing or not a text of 1 to 255 bytes");
  const auto end = date_claim(claims, "exp");
  if (!end) return tl::unexpected(end.error());
  if (!*end) return wrong_claim("its claim 'exp' is missing");
  const auto last = **end + wanted.clock_skew;
  if (now >= last) return wrong_claim("it expired at " + to_string(**end) + " (exp)");
  const auto latest = now + wanted.clock_skew;
  if (auto begun = check_begin(claims, "nbf", "it is not valid yet (nbf)", latest); !begun)
    return tl::unexpected(begun.error());
  if (auto issued = check_begin(claims, "iat", "it was issued in the future (iat)", latest);
      !issued)
    return tl::unexpected(issued.error());
  return timestamp{last};
}

std::string naming_claim(const json& claims, const std::string& name) {
  const auto found = claims.find(name);
  if (found == claims.end() || !found->is_string()) return {};
  const auto& text = found->get_ref<const std::string&>();
  const bool plain =
      std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; });
  return plain && text.size() <= naming_bytes_max ? text : std::string{};
}

}  // namespace ironbus::http
