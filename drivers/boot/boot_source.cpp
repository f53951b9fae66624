#include "drivers/boot/boot_source.hpp"

#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/http_url.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr const char* fetcher_key = "ramdisk_image_download_source";
constexpr const char* secret_key = "image_pull_secret";

/// "sha256=5f0c…".
std::optional<image_sum> read_fragment(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  auto sum = read_sum(text.substr(equals + 1));
  const bool strong = sum && (sum->algorithm == "sha256" || sum->algorithm == "sha512");
  return strong && sum->algorithm == text.substr(0, equals) ? sum : std::nullopt;
}

/// From the document that names the URL, because another document's secret is not for that server.
std::string secret_for(const std::string& named, const machine& node, bool live) {
  for (const auto* document : {&node.instance_info, &node.driver_info}) {
    if (document == &node.instance_info && !live) continue;
    for (const auto& [key, value] : document->items())
      if (value == named) return member_text(*document, secret_key);
  }
  return {};
}

failure unusable(const std::string& named, const std::string& why) {
  return {error_code::invalid,
          "'" + mask_text(named).substr(0, 200) + "' cannot be used as a boot file: " + why + "."};
}

}  // namespace

bool is_web_url(const std::string& url) {
  return url.starts_with("http://") || url.starts_with("https://");
}

result<boot_source> read_boot_source(const std::string& named) {
  boot_source out{named, named.substr(0, named.find('#')), {}, {}};
  if (out.url.size() == named.size()) return out;
  out.sum = read_fragment(std::string_view{named}.substr(out.url.size() + 1));
  if (!out.sum)
    return fail(
        error_code::invalid,
        "the part after # is not a checksum; allowed: sha256= or sha512= and hexadecimal digits");
  return out;
}

boot_fetcher boot_fetcher_of(const machine& node, bool live, const image_options& configured) {
  auto who = live ? member_text(node.instance_info, fetcher_key) : std::string{};
  if (who.empty()) who = member_text(node.driver_info, fetcher_key);
  if (who.empty()) who = configured.boot_fetcher;
  return who == "http" ? boot_fetcher::machine : boot_fetcher::service;
}

std::optional<failure> check_boot_fetcher(const json& document, const std::string& where) {
  const auto found = document.find(fetcher_key);
  if (found == document.end() || *found == "http" || *found == "local") return std::nullopt;
  return failure{error_code::invalid, where + "." + fetcher_key + " '" +
                                          to_text(*found).substr(0, 100) +
                                          "' is unknown; allowed: http, local."};
}

bool is_fetched_here(const std::string& named, boot_fetcher who) {
  if (!is_web_url(named)) return false;
  return who == boot_fetcher::service || named.find('#') != std::string::npos;
}

result<std::vector<boot_source>> boot_sources_of(const std::vector<std::string>& named,
                                                 const machine& node, bool live, boot_fetcher who) {
  std::vector<boot_source> out;
  for (const auto& text : named) {
    const bool known =
        std::any_of(out.begin(), out.end(), [&](const auto& x) { return x.named == text; });
    if (known || !is_fetched_here(text, who)) continue;
    auto read = read_boot_source(text);
    if (!read) return tl::unexpected(unusable(text, read.error().message));
    if (const auto url = parse_http_url_with_query(read->url); !url)
      return tl::unexpected(unusable(text, url.error().message));
    read->secret = secret_for(text, node, live);
    out.push_back(std::move(*read));
  }
  return out;
}

}  // namespace ironbus
