#pragma once

#include "drivers/image/image_options.hpp"
#include "drivers/image/image_sum.hpp"
#include "messages/wire/step.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// Something that machines boot, at an http:// or https:// URL, and that this service fetches.
struct boot_source {
  std::string named;             ///< As the node or the configuration says it, with its sum.
  std::string url;               ///< Without it.
  std::optional<image_sum> sum;  ///< What it must have.
  std::string secret;            ///< Credentials (image_pull_secret); empty: those by its host.
};

bool is_web_url(const std::string& url);

/// A URL may say what is to be there, in its fragment: "https://h/kernel#sha256=5f0c…" (sha256,
/// sha512). `invalid` without a point at its end: it has a fragment that is no sum.
result<boot_source> read_boot_source(const std::string& named);

/// Who fetches what a machine boots from a web server where either could.
enum class boot_fetcher : uint8_t {
  service,
  machine,  ///< Its firmware's loader, or its BMC.
};
/// As the instance says (ramdisk_image_download_source; only of what it boots itself), else the
/// node, else the configuration.
boot_fetcher boot_fetcher_of(const machine& node, bool live, const image_options& configured);
/// Checks that key of a document; `invalid` names it as `where` does.
std::optional<failure> check_boot_fetcher(const json& document, const std::string& where);

/// Whether this service fetches what is named so. One with a sum always: nobody else would check
/// it.
bool is_fetched_here(const std::string& named, boot_fetcher who);

/// What is to be fetched of these URLs before a machine boots by them, each once. Those of the
/// instance (`live`) or the node go with its own secret, those of the configuration with none.
/// `invalid` names a URL that cannot be asked for.
result<std::vector<boot_source>> boot_sources_of(const std::vector<std::string>& named,
                                                 const machine& node, bool live, boot_fetcher who);

}  // namespace ironbus
