#include "messages/platform/callback_url.hpp"

namespace ironbus {

namespace {

constexpr size_t callback_length_max = 1024;

tl::unexpected<failure> bad_callback(const std::string& why) {
  return fail(error_code::invalid, why + ".");
}

}  // namespace

result<http_url> parse_callback_url(std::string_view text, const callback_rules& rules) {
  if (text.size() > callback_length_max) return bad_callback("it is longer than 1024 characters");
  if (!text.starts_with("http://") && !text.starts_with("https://"))
    return bad_callback("its scheme must be http or https");
  auto out = parse_http_url(text);
  if (!out) return bad_callback(out.error().message);
  if (rules.require_tls && !out->secure)
    return bad_callback("its scheme must be https, because the option require_tls is on");
  out->path = normal_callback_url(out->path);
  if (const auto address = parse_ip(out->host))
    if (const auto why = refused_address(*address, rules.allowed); !why.empty())
      return bad_callback("the address " + out->host + " is " + std::string{why});
  return out;
}

std::string normal_callback_url(std::string_view text) {
  while (text.ends_with('/')) text.remove_suffix(1);
  return std::string{text};
}

}  // namespace ironbus
