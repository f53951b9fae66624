#pragma once

#include "drivers/ramdisk/deploy/image_info.hpp"
#include "drivers/ramdisk/http/web_client.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace ironbus::ramdisk {

/// Where an image goes: pieces in order. `restart` is called where all must begin anew.
struct image_sink {
  std::function<void(std::uint64_t place, const char* bytes, std::size_t size)> write;
  std::uint64_t size_max = 0;  // what there is room for
};

/// How often a download that breaks off is taken up again, and after what pause.
struct download_rules {
  web_rules web;
  int failures_max = 10;  // in a row without a byte
  std::chrono::milliseconds pause{1000};
};

/// Downloads the image into the sink and checks it. A connection that breaks off is taken up again
/// with a Range where the server offers that and its ETag (or date) is the same; otherwise all is
/// written anew. Several redirects are followed. Returns the size. Throws command_failure:
/// ImageDownloadError, ImageChecksumError.
std::uint64_t download_image(const image_info& image, const download_rules& rules,
                             const image_sink& sink, bool md5_allowed);

/// A small document, redirects followed. Throws command_failure (ImageDownloadError).
std::string download_text(const std::string& url, const std::string& authorization,
                          const web_rules& rules, std::size_t size_max);

}  // namespace ironbus::ramdisk
