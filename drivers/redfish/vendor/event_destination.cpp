#include "drivers/redfish/vendor/event_destination.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/http_url.hpp"
#include "messages/platform/network.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr size_t destination_bytes_max = 2048;
constexpr size_t text_bytes_max = 1024;
constexpr size_t headers_max = 32;
constexpr size_t types_max = 32;

/// For services that do not list their types.
constexpr std::array<std::string_view, 7> usual_types{
    "StatusChange", "ResourceUpdated", "ResourceAdded", "ResourceRemoved",
    "Alert",        "MetricReport",    "Other"};

failure bad_argument(const std::string& what) { return {error_code::invalid, what + "."}; }

std::optional<failure> check_destination(const std::string& url) {
  const bool plain = url.size() <= destination_bytes_max &&
                     std::all_of(url.begin(), url.end(),
                                 [](unsigned char letter) { return letter > ' ' && letter < 127; });
  if (!plain)
    return bad_argument("Destination is too long, or contains characters that must be escaped");
  const auto parts = parse_http_url(std::string_view{url}.substr(0, url.find('?')));
  if (!parts)
    return bad_argument("Destination is not a valid URL for events: " + parts.error().message +
                        "; allowed: http:// or https:// with a host, without credentials");
  const auto host = lower(parts->host);
  if (host == "localhost" || host.ends_with(".localhost"))
    return bad_argument("Destination is the BMC itself: the host '" + host + "' is not allowed");
  if (const auto address = parse_ip(host))
    if (const auto why = refused_address(*address, {}); !why.empty())
      return bad_argument("Destination is a " + std::string{why} +
                          " address, which is not allowed");
  return std::nullopt;
}

std::vector<std::string> known_types(const json& service) {
  std::vector<std::string> out;
  const auto& list = member_at(service, {"EventTypesForSubscription"});
  if (list.is_array())
    for (const auto& one : list)
      if (one.is_string() && out.size() < types_max) out.push_back(one.get<std::string>());
  if (out.empty()) out.assign(usual_types.begin(), usual_types.end());
  return out;
}

/// Newer services offer message registries instead of types.
bool has_no_types(const json& service) {
  return !member_at(service, {"EventTypesForSubscription"}).is_array() &&
         member_at(service, {"RegistryPrefixes"}).is_array();
}

result<json> read_types(const json& args, const json& service) {
  const auto asked = args.value("EventTypes", json{});
  if (asked.is_null()) return has_no_types(service) ? json{} : json::array({"Alert"});
  const auto known = known_types(service);
  const bool good = asked.is_array() && !asked.empty() && asked.size() <= types_max &&
                    std::all_of(asked.begin(), asked.end(), [&](const json& one) {
                      return one.is_string() && std::find(known.begin(), known.end(),
                                                          one.get<std::string>()) != known.end();
                    });
  if (good) return asked;
  return tl::unexpected(bad_argument("EventTypes must be a list of: " + join(known)));
}

bool is_header(const json& one) {
  return one.is_object() && !one.empty() && one.size() <= headers_max &&
         std::all_of(one.begin(), one.end(), [](const json& value) {
           return value.is_string() && value.get_ref<const std::string&>().size() <= text_bytes_max;
         });
}

std::optional<failure> check_headers(const json& headers) {
  const bool good = headers.is_array() && headers.size() <= headers_max &&
                    std::all_of(headers.begin(), headers.end(), &is_header);
  if (good) return std::nullopt;
  return bad_argument("HttpHeaders must be a list of at most " + std::to_string(headers_max) +
                      " objects {name: text}");
}

/// An optional text argument; unset: invalid.
std::optional<std::string> optional_text(const json& args, const char* key, const char* otherwise) {
  const auto value = args.value(key, json{});
  if (value.is_null()) return otherwise;
  if (!value.is_string() || value.get_ref<const std::string&>().size() > text_bytes_max)
    return std::nullopt;
  return value.get<std::string>();
}

}  // namespace

result<json> read_subscription(const json& args, const json& service) {
  const auto destination = member_text(args, "Destination");
  if (auto wrong = check_destination(destination)) return tl::unexpected(std::move(*wrong));
  json out{{"Destination", destination}};
  for (const auto& [key, otherwise] :
       {std::pair{"Context", ""}, std::pair{"Protocol", "Redfish"}}) {
    auto text = optional_text(args, key, otherwise);
    if (!text)
      return tl::unexpected(bad_argument(std::string{key} + " must be a text of at most " +
                                         std::to_string(text_bytes_max) + " bytes"));
    out[key] = std::move(*text);
  }
  auto types = read_types(args, service);
  if (!types) return types;
  if (!types->is_null()) out["EventTypes"] = std::move(*types);
  auto headers = args.value("HttpHeaders", json{});
  if (headers.is_null()) return out;
  if (auto wrong = check_headers(headers)) return tl::unexpected(std::move(*wrong));
  out["HttpHeaders"] = std::move(headers);
  return out;
}

bool is_subscription_id(const std::string& id) {
  constexpr size_t id_bytes_max = 128;
  static constexpr std::string_view signs = "-._~!$&'()*+,;=:@%";  // RFC 3986, pchar
  const auto plain = percent_decode(id);
  return plain && !id.empty() && id.size() <= id_bytes_max && *plain != "." && *plain != ".." &&
         plain->find('/') == std::string::npos &&
         std::all_of(id.begin(), id.end(), [](unsigned char letter) {
           return std::isalnum(letter) != 0 ||
                  signs.find(static_cast<char>(letter)) != std::string_view::npos;
         });
}

}  // namespace ironbus
