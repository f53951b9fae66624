#include "drivers/redfish/client/media_image.hpp"

#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/url_login.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace ironbus {

namespace {

std::string without_escapes(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    const auto* digits = text.data() + i + 1;
    const bool escape = text[i] == '%' && i + 2 < text.size() &&
                        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    out += escape ? static_cast<char>(byte) : text[i];
    if (escape) i += 2;
  }
  return out;
}

struct default_port {
  std::string_view scheme;
  std::string_view port;
};

constexpr std::array default_ports{default_port{"http", ":80"}, default_port{"https", ":443"}};

/// Scheme and host in lower case, without user, default port and escapes.
std::string usual_form(std::string_view url) {
  const auto end = url.find("://");
  if (end == std::string_view::npos) return without_escapes(url);
  const auto scheme = lower(url.substr(0, end));
  const auto rest = url.substr(end + 3);
  const auto slash = std::min(rest.find('/'), rest.size());
  auto host = rest.substr(0, slash);
  host.remove_prefix(host.rfind('@') + 1);  // 0 without a user
  for (const auto& row : default_ports)
    if (scheme == row.scheme && host.ends_with(row.port)) host.remove_suffix(row.port.size());
  return scheme + "://" + lower(host) + without_escapes(rest.substr(slash));
}

std::string_view file_name(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  return url.substr(url.find_last_of("/\\") + 1);
}

std::string_view without_dots(std::string_view text) {
  for (const std::string_view dots : {"...", "\u2026"})
    if (text.ends_with(dots)) return text.substr(0, text.size() - dots.size());
  return text;
}

void mask(redfish_error& wrong, std::string_view secret) {
  for (size_t found = wrong.message.find(secret); !secret.empty() && found != std::string::npos;
       found = wrong.message.find(secret, found + masked_value.size()))
    wrong.message.replace(found, secret.size(), masked_value);
}

/// The secret file name of a built boot ISO (boot/iso_content.hpp); empty: none.
std::string_view hidden_name(std::string_view image) {
  constexpr size_t digits = 40;
  const auto name = image.substr(image.rfind('/') + 1);
  const auto end = std::min(name.find_first_not_of("0123456789abcdef"), name.size());
  return end == digits ? name.substr(0, digits) : std::string_view{};
}

}  // namespace

redfish_error without_secret(redfish_error wrong, std::string_view secret) {
  mask(wrong, secret);
  return wrong;
}

bool is_same_image(std::string_view shown, std::string_view wanted) {
  return shown == wanted || usual_form(shown) == usual_form(wanted);
}

bool may_be_image(std::string_view shown, std::string_view wanted) {
  const auto left = usual_form(shown);
  const auto right = usual_form(wanted);
  if (left.empty() || left == right) return true;
  return file_name(left) == file_name(right) || right.starts_with(without_dots(left));
}

redfish_error without_credentials(redfish_error wrong, const std::string& image) {
  mask(wrong, hidden_name(image));
  wrong.message = mask_login_of(image, std::move(wrong.message));
  return wrong;
}

}  // namespace ironbus
