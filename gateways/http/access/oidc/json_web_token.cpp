#include "gateways/http/access/oidc/json_web_token.hpp"

#include "gateways/http/access/oidc/json_web_key.hpp"
#include "messages/base/text.hpp"
#include "messages/crypto/base64.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

namespace ironbus::http {

namespace {

constexpr size_t token_depth_max = 16;
constexpr ptrdiff_t token_values_max = 4096;
constexpr size_t token_key_id_max = 256;
constexpr size_t token_parts = 3;

constexpr std::array<std::string_view, 4> token_types{"jwt", "at+jwt", "application/jwt",
                                                      "application/at+jwt"};

tl::unexpected<failure> bad_token(std::string why) {
  return fail(error_code::invalid, std::move(why));
}

/// Each value but the first follows one of these; those in texts count, too.
bool may_begin_a_value(char c) { return c == ',' || c == '{' || c == '['; }

result<json> read_token_part(std::string_view name, std::string_view part) {
  const auto text = from_base64url(part);
  if (!text) return bad_token("its " + std::string{name} + " is not base64url");
  if (std::count_if(text->begin(), text->end(), may_begin_a_value) > token_values_max)
    return bad_token("its " + std::string{name} + " holds more than 4096 values");
  auto out = parse_json(*text, {.bytes = token_bytes_max, .depth = token_depth_max});
  if (!out || !out->is_object())
    return bad_token("its " + std::string{name} +
                     " is not a JSON object of at most 16 levels without duplicate names");
  return out;
}

result<std::string> text_of_header(const json& header, const char* name) {
  const auto found = header.find(name);
  if (found == header.end()) return std::string{};
  if (!found->is_string())
    return bad_token("'" + std::string{name} + "' in its header is not a text");
  return found->get<std::string>();
}

result<std::monostate> check_type(const json& header) {
  const auto type = text_of_header(header, "typ");
  if (!type) return tl::unexpected(type.error());
  if (header.contains("typ") &&
      std::find(token_types.begin(), token_types.end(), lower(*type)) == token_types.end())
    return bad_token("its typ '" + type->substr(0, 64) + "' is not allowed; allowed: JWT, at+jwt");
  return {};
}

result<std::monostate> take_token_header(const json& header, json_web_token& out) {
  if (header.contains("crit")) return bad_token("its header has 'crit', which is not supported");
  auto algorithm = text_of_header(header, "alg");
  auto key_id = text_of_header(header, "kid");
  if (!algorithm) return tl::unexpected(algorithm.error());
  if (!key_id) return tl::unexpected(key_id.error());
  if (!is_token_algorithm(*algorithm))
    return bad_token("its alg '" + algorithm->substr(0, 64) +
                     "' is not allowed; allowed: " + token_algorithms());
  if (key_id->size() > token_key_id_max) return bad_token("its kid is longer than 256 bytes");
  out.algorithm = std::move(*algorithm);
  out.key_id = std::move(*key_id);
  return check_type(header);
}

}  // namespace

result<json_web_token> read_json_web_token(std::string_view text) {
  if (text.size() > token_bytes_max) return bad_token("it is longer than 16 KiB");
  const auto parts = static_cast<size_t>(std::count(text.begin(), text.end(), '.')) + 1;
  if (parts != token_parts)
    return bad_token("it has " + std::to_string(parts) + " parts; allowed: 3");
  const auto first = text.find('.');
  const auto second = text.find('.', first + 1);
  const auto header = read_token_part("header", text.substr(0, first));
  if (!header) return tl::unexpected(header.error());
  json_web_token out;
  if (auto taken = take_token_header(*header, out); !taken) return tl::unexpected(taken.error());
  auto claims = read_token_part("payload", text.substr(first + 1, second - first - 1));
  if (!claims) return tl::unexpected(claims.error());
  auto signature = from_base64url(text.substr(second + 1));
  if (!signature || signature->empty()) return bad_token("its signature is not base64url");
  out.claims = std::move(*claims);
  out.signed_text = text.substr(0, second);
  out.signature = std::move(*signature);
  return out;
}

}  // namespace ironbus::http
