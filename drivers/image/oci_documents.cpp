#include "drivers/image/oci.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

// Pure functions for registries: references, manifests, challenges.

namespace ironbus {

namespace {

constexpr std::string_view oci_scheme = "oci://";

tl::unexpected<failure> bad_reference(const char* why) { return fail(error_code::invalid, why); }

bool is_of(std::string_view text, std::string_view further) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](unsigned char c) {
    return std::isalnum(c) != 0 || further.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

bool is_digest(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  const auto sum = read_sum(text.substr(colon + 1));
  return sum && sum->algorithm == text.substr(0, colon) && sum->algorithm != "md5";
}

struct architecture_name {
  std::string_view ours;
  std::string_view theirs;
};
constexpr std::array architecture_names{architecture_name{"x86_64", "amd64"},
                                        architecture_name{"aarch64", "arm64"},
                                        architecture_name{"i686", "386"}};

std::string_view in_registries(std::string_view cpu_arch) {
  for (const auto& row : architecture_names)
    if (row.ours == cpu_arch) return row.theirs;
  return cpu_arch;
}

json object_in(const json& document, const char* key) {
  const auto found = document.is_object() ? document.find(key) : document.end();
  return found != document.end() && found->is_object() ? *found : json::object();
}

const json& list_in(const json& document, const char* key) {
  static const json none = json::array();
  if (!document.is_object()) return none;
  const auto found = document.find(key);
  return found != document.end() && found->is_array() ? *found : none;
}

/// Lower is better.
int rank_of(const json& entry) {
  const auto type = member_text(object_in(entry, "annotations"), "disktype");
  if (type == "raw") return 0;
  return type == "qcow2" ? 1 : 2;
}

/// Removes NAME="VALUE" or NAME=VALUE from the front; false: none.
bool take_parameter(std::string_view& text, std::string& name, std::string& value) {
  text = trim(text, " \t,");
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return false;
  name = lower(trim(text.substr(0, equals)));
  text.remove_prefix(equals + 1);
  const bool quoted = text.starts_with('"');
  if (quoted) text.remove_prefix(1);
  const auto end = text.find_first_of(quoted ? "\"" : ", ");
  if (quoted && end == std::string_view::npos) return false;
  value = std::string{text.substr(0, end)};
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return true;
}

}  // namespace

bool is_oci_url(std::string_view url) { return url.starts_with(oci_scheme); }

result<oci_reference> parse_oci_reference(std::string_view url) {
  if (!is_oci_url(url)) return bad_reference("it does not begin with oci://");
  const auto rest = url.substr(oci_scheme.size());
  const auto slash = rest.find('/');
  if (slash == std::string_view::npos) return bad_reference("it has no repository");
  const auto server = parse_http_url("https://" + std::string{rest.substr(0, slash)} + "/");
  if (!server) return bad_reference("it needs a host name or an IP address");
  auto name = rest.substr(slash + 1);
  oci_reference out{server->host, server->port, {}, "latest"};
  if (const auto digest_sign = name.find('@'); digest_sign != std::string_view::npos) {
    out.wanted = std::string{name.substr(digest_sign + 1)};
    name = name.substr(0, digest_sign);
    if (!is_digest(out.wanted)) return bad_reference("the part after @ is not a digest");
    name = name.substr(0, name.find(':', name.find_last_of('/') + 1));
  } else if (const auto colon = name.find(':'); colon != std::string_view::npos) {
    out.wanted = std::string{name.substr(colon + 1)};
    name = name.substr(0, colon);
  }
  out.repository = std::string{name};
  const bool good = is_of(name, "._-/") && !name.starts_with('/') && !name.ends_with('/') &&
                    name.find("//") == std::string_view::npos &&
                    name.find("..") == std::string_view::npos;
  if (!good) return bad_reference("its repository is invalid");
  if (!is_digest(out.wanted) && (!is_of(out.wanted, "._-") || out.wanted.size() > 128))
    return bad_reference("its tag is invalid");
  return out;
}

result<std::string> choose_manifest(const json& index, const std::string& cpu_arch) {
  const auto wanted = in_registries(cpu_arch.empty() ? std::string_view{"x86_64"} : cpu_arch);
  const json* best = nullptr;
  std::string known;
  for (const auto& entry : list_in(index, "manifests")) {
    if (!is_digest(member_text(entry, "digest"))) continue;
    const auto architecture = member_text(object_in(entry, "platform"), "architecture");
    if (architecture.size() <= 32 && is_of(architecture, "_-")) append_item(known, architecture);
    const bool fits = architecture == wanted || architecture == cpu_arch || architecture.empty();
    if (fits && (best == nullptr || rank_of(entry) < rank_of(*best))) best = &entry;
  }
  if (best != nullptr) return member_text(*best, "digest");
  return fail(error_code::invalid, "it has no image for '" + std::string{wanted.substr(0, 32)} +
                                       "'; available: " + (known.empty() ? "none" : known));
}

result<std::string> choose_layer(const json& manifest) {
  const auto& layers = list_in(manifest, "layers");
  if (layers.size() != 1)
    return fail(error_code::invalid, "its manifest has " + std::to_string(layers.size()) +
                                         " layers; allowed: one layer, a disk image");
  auto digest = member_text(layers[0], "digest");
  if (!is_digest(digest)) return fail(error_code::invalid, "its layer has no digest");
  return digest;
}

std::optional<token_challenge> parse_token_challenge(std::string_view header) {
  static constexpr std::string_view scheme = "bearer ";
  if (header.size() > 4096 || lower(header.substr(0, scheme.size())) != scheme) return std::nullopt;
  header.remove_prefix(scheme.size());
  token_challenge out;
  for (std::string name, value; take_parameter(header, name, value);) {
    if (name == "realm") out.realm = value;
    if (name == "service") out.service = value;
    if (name == "scope") out.scope = value;
  }
  if (out.realm.empty()) return std::nullopt;
  return out;
}

}  // namespace ironbus
