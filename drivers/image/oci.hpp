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
  std::string wanted = "latest";  ///< A digest ("sha256:…") where one is named, else the tag.
};
bool is_oci_url(std::string_view url);
/// `invalid` without a point at its end.
result<oci_reference> parse_oci_reference(std::string_view url);

/// The digest of the manifest for machines of that architecture (properties.cpu_arch, "x86_64"), of
/// an index's. Of several that fit, those that say what they are (annotation "disktype") count, raw
/// before qcow2. `invalid` lists the architectures there are.
result<std::string> choose_manifest(const json& index, const std::string& cpu_arch);

/// The one layer of a manifest: its digest, "sha256:…". `invalid` if there are none or several.
result<std::string> choose_layer(const json& manifest);

/// A WWW-Authenticate header that wants a token fetched (Bearer).
struct token_challenge {
  std::string realm;  ///< A URL.
  std::string service;
  std::string scope;
};
std::optional<token_challenge> parse_token_challenge(std::string_view header);

/// What is to be fetched.
struct oci_image {
  http_url blob;
  image_sum sum;
  std::string authorization;  ///< Of the blob; empty: none is needed.
};

/// Asks the registry, with the credentials given where it wants any. Every document is held to the
/// digest that it is named by. Failures as web_reader::read, and `invalid` for what is no image.
result<oci_image> resolve_oci(web_reader& web, const oci_reference& image,
                              const std::string& cpu_arch, const std::string& authorization);

}  // namespace ironbus
