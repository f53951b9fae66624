#include "drivers/image/oci.hpp"

#include "messages/base/text.hpp"
#include "messages/crypto/digest.hpp"

#include <cctype>

namespace ironbus {

namespace {

constexpr size_t manifest_bytes_max = 4 * 1024 * 1024;
constexpr const char* accepted =
    "application/vnd.oci.image.index.v1+json, application/vnd.oci.image.manifest.v1+json, "
    "application/vnd.docker.distribution.manifest.list.v2+json, "
    "application/vnd.docker.distribution.manifest.v2+json";

std::string escaped(std::string_view text) {
  static constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const unsigned char c : text)
    if (std::isalnum(c) != 0 || c == '-' || c == '.' || c == '_' || c == '~')
      out += static_cast<char>(c);
    else
      out.append({'%', digits[c >> 4U], digits[c & 15U]});
  return out;
}

/// A session with one registry and its credentials.
class registry_session {
public:
  registry_session(web_reader& web, const oci_reference& image, std::string authorization)
      : web_{web}, image_{image}, given_{std::move(authorization)} {}

  const std::string& authorization() const { return used_; }

  http_url address(const std::string& kind, const std::string& name) const {
    return {true, image_.host, image_.port, "/v2/" + image_.repository + "/" + kind + "/" + name};
  }

  /// A manifest by tag or digest; the digest is verified.
  result<json> manifest(const std::string& name) {
    auto page = ask(address("manifests", name));
    if (page && page->status == 401) {
      if (auto failed = sign_in(page->header("WWW-Authenticate")))
        return tl::unexpected(std::move(*failed));
      page = ask(address("manifests", name));
    }
    if (!page) return tl::unexpected(page.error());
    if (page->status != 200) return tl::unexpected(unanswered(page->status));
    const auto named = name.find(':') != std::string::npos
                           ? name
                           : std::string{page->header("Docker-Content-Digest")};
    if (!named.empty() && named != named_digest(named, page->body))
      return fail(error_code::invalid,
                  server() + " returned another manifest than the requested one.");
    auto document = parse_json(page->body, {manifest_bytes_max, 20});
    if (!document || !document->is_object())
      return fail(error_code::invalid,
                  server() + " returned a manifest that is not a JSON object.");
    return std::move(*document);
  }

private:
  std::string server() const { return "The registry " + authority_of(image_.host, image_.port); }

  static std::string named_digest(const std::string& like, const std::string& body) {
    const std::string algorithm = like.starts_with("sha512:") ? "sha512" : "sha256";
    return algorithm + ":" + digest_of(algorithm, body);
  }

  failure unanswered(unsigned status) const {
    if (status == 404)
      return {error_code::not_found,
              server() + " has no image '" + image_.repository + "' of '" + image_.wanted + "'."};
    const bool refused = status == 401 || status == 403;
    return {refused ? error_code::invalid : error_code::unavailable,
            server() + " answered with HTTP " + std::to_string(status) +
                (refused ? ": wrong credentials. Check image_pull_secret." : ".")};
  }

  result<web_reader::page> ask(const http_url& where) {
    http_headers headers{{"Accept", accepted}};
    if (!used_.empty()) headers.emplace_back("Authorization", used_);
    return web_.read(where, headers, manifest_bytes_max);
  }

  std::optional<failure> sign_in(std::string_view header) {
    const auto challenge = parse_token_challenge(header);
    if (!challenge) {  // Basic, or an unknown scheme
      if (given_.empty()) return unanswered(401);
      used_ = given_;
      return std::nullopt;
    }
    const auto realm = parse_http_url_with_query(challenge->realm);
    if (!realm || !realm->secure)
      return failure{error_code::invalid, server() + " returned no https URL for its tokens."};
    return fetch_token(*realm, *challenge);
  }

  std::optional<failure> fetch_token(http_url realm, const token_challenge& challenge) {
    constexpr size_t token_bytes_max = 256 * 1024;
    if (realm.path.empty()) realm.path = "/";
    realm.path += realm.path.find('?') == std::string::npos ? "?" : "&";
    realm.path += "service=" + escaped(challenge.service) + "&scope=" + escaped(challenge.scope);
    http_headers headers;
    if (!given_.empty()) headers.emplace_back("Authorization", given_);
    const auto page = web_.read(realm, headers, token_bytes_max);
    if (!page) return page.error();
    const auto document = parse_json(page->body);
    auto token = page->status == 200 && document ? member_text(*document, "token") : std::string{};
    if (token.empty() && page->status == 200 && document)
      token = member_text(*document, "access_token");
    if (token.empty()) return unanswered(401);
    used_ = "Bearer " + token;
    return std::nullopt;
  }

  web_reader& web_;
  const oci_reference& image_;
  const std::string given_;
  std::string used_;
};

}  // namespace

result<oci_image> resolve_oci(web_reader& web, const oci_reference& image,
                              const std::string& cpu_arch, const std::string& authorization) {
  const auto unfit = [&](const failure& why) {
    return fail(error_code::invalid, "The registry's image '" + image.repository +
                                         "' cannot be used: " + why.message + ".");
  };
  registry_session session{web, image, authorization};
  auto document = session.manifest(image.wanted);
  if (!document) return tl::unexpected(document.error());
  if (document->contains("manifests")) {
    const auto chosen = choose_manifest(*document, cpu_arch);
    if (!chosen) return unfit(chosen.error());
    document = session.manifest(*chosen);
    if (!document) return tl::unexpected(document.error());
  }
  const auto layer = choose_layer(*document);
  if (!layer) return unfit(layer.error());
  const auto sum = read_sum(layer->substr(layer->find(':') + 1));
  return oci_image{session.address("blobs", *layer), *sum, session.authorization()};
}

}  // namespace ironbus
