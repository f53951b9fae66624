#pragma once

#include "drivers/image/image_options.hpp"
#include "drivers/image/image_sum.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// A boot file at an http:// or https:// URL that this service fetches.
struct boot_source {
  std::string named;             ///< URL with its checksum, as in the node or the configuration.
  std::string url;               ///< URL without the checksum.
  std::optional<image_sum> sum;  ///< The required checksum.
  std::string secret;            ///< Credentials (image_pull_secret); empty: those for its host.
};

bool is_web_url(const std::string& url);

/// A URL may contain a checksum in its fragment: "https://h/kernel#sha256=5f0c…" (sha256, sha512).
/// `invalid`, without a full stop, if the fragment is not a checksum.
result<boot_source> read_boot_source(const std::string& named);

/// Who fetches boot files from web servers, if both can.
enum class boot_fetcher : uint8_t {
  service,
  machine,  ///< Its firmware's loader, or its BMC.
};
/// From the instance (ramdisk_image_download_source, only for its own boot files), else the node,
/// else the configuration.
boot_fetcher boot_fetcher_of(const machine& node, bool live, const image_options& configured);
/// Checks that key of a document; `invalid` names it with the prefix `where`.
std::optional<failure> check_boot_fetcher(const json& document, const std::string& where);

/// Whether this service fetches the file. A file with a checksum always, because only this service
/// checks it.
bool is_fetched_here(const std::string& named, boot_fetcher who);

/// The files to fetch before a boot, each once. Those of the instance (`live`) or the node use its
/// secret, those of the configuration none. `invalid` names a malformed URL.
result<std::vector<boot_source>> boot_sources_of(const std::vector<std::string>& named,
                                                 const machine& node, bool live, boot_fetcher who);

}  // namespace ironbus
