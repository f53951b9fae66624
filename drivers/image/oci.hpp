#pragma once

#include "drivers/image/web_reader.hpp"
#include "messages/base/json.hpp"

#include <optional>
#include <string>
#include <string_view>

// Images in registries: OCI distribution specification 1.1, OCI image specification 1.1.
namespace ironbus {

/// oci://HOST[:PORT]/REPOSITORY[:TAG][@DIGEST].
struct oci_reference {
  std::string host;
  uint16_t port = 443;
  std::string repository;
  std::string wanted = "latest";  ///< A digest ("sha256:…") if given, else the tag.
};
bool is_oci_url(std::string_view url);
/// `invalid`, without a full stop.
result<oci_reference> parse_oci_reference(std::string_view url);

/// The digest of an index's manifest for machines of that architecture (properties.cpu_arch,
/// "x86_64"). Of several, those with the annotation "disktype" count, raw before qcow2. `invalid`
/// lists the available architectures.
result<std::string> choose_manifest(const json& index, const std::string& cpu_arch);

/// The digest of a manifest's only layer, "sha256:…". `invalid` if there are none or several.
result<std::string> choose_layer(const json& manifest);

/// A WWW-Authenticate header of type Bearer.
struct token_challenge {
  std::string realm;  ///< A URL.
  std::string service;
  std::string scope;
};
std::optional<token_challenge> parse_token_challenge(std::string_view header);

/// The blob to fetch.
struct oci_image {
  http_url blob;
  image_sum sum;
  std::string authorization;  ///< For the blob; empty: none needed.
};

/// Resolves a reference at its registry, with credentials if required. Verifies each document's
/// digest. Fails like web_reader::read, and with `invalid` if it is not a disk image.
result<oci_image> resolve_oci(web_reader& web, const oci_reference& image,
                              const std::string& cpu_arch, const std::string& authorization);

}  // namespace ironbus
