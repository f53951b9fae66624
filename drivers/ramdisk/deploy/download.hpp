#pragma once

#include "drivers/ramdisk/deploy/image_info.hpp"
#include "drivers/ramdisk/http/web_client.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace ironbus::ramdisk {

/// Receives an image in order. `restart` is called when it starts again from the beginning.
struct image_sink {
  std::function<void(std::uint64_t place, const char* bytes, std::size_t size)> write;
  std::uint64_t size_max = 0;  // available space
};

/// Retries and pauses of a lost download, with the defaults of ironic-python-agent. A server may be
/// away for a minute and a half; the service's deadline for the step limits all of it.
struct download_rules {
  web_rules web;
  int failures_max = 10;  // in a row without a byte
  std::chrono::milliseconds pause{10'000};
  std::function<void(std::chrono::milliseconds)> wait;  // empty: sleeps
};

/// Downloads the image into the sink and verifies its checksum. A lost connection is resumed with a
/// Range request if the server supports it and the ETag (or date) is unchanged. Otherwise it
/// restarts. Follows several redirects. Returns the size. Throws command_failure:
/// ImageDownloadError, ImageChecksumError.
std::uint64_t download_image(const image_info& image, const download_rules& rules,
                             const image_sink& sink, bool md5_allowed);

/// Returns the first `size` bytes of the image, or all of a shorter one. Ends the connection after
/// them, so the checksum is not verified. Throws command_failure as download_image.
std::string image_beginning(const image_info& image, const download_rules& rules, std::size_t size,
                            bool md5_allowed);

/// Downloads a small document with the same retries, following redirects. Throws command_failure
/// (ImageDownloadError).
std::string download_text(const std::string& url, const std::string& authorization,
                          const download_rules& rules, std::size_t size_max);

}  // namespace ironbus::ramdisk
