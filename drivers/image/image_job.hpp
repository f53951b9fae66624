#pragma once

#include "drivers/image/cache_folder.hpp"
#include "drivers/image/image_options.hpp"
#include "drivers/image/image_sum.hpp"
#include "drivers/image/oci.hpp"
#include "drivers/port/permit.hpp"

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// An image or boot file to fetch.
struct image_request {
  std::string source;            ///< http://, https:// or oci://.
  std::optional<image_sum> sum;  ///< The required checksum. An oci:// image has a digest instead.
  std::string checksum_url;      ///< URL of a checksum file, if `sum` is unset; may be empty.
  std::string secret;            ///< image_pull_secret; empty: the configured credentials.
  std::string cpu_arch;
  std::string declared_format;  ///< image_disk_format; empty: any.
  std::vector<std::string> permitted_formats;
  bool inspects = true;  ///< Checks its content.
  bool allows_md5 = true;
  /// A boot file: not checked, not converted, and the checksum is optional. Without one, the server
  /// is asked at most once a minute whether the file has changed.
  bool boots = false;

  /// Identifies the wish. Contains only a digest of its secret.
  std::string id() const;
};

/// The last part of the source's path, its name in checksum files.
std::string name_of_image(const std::string& source);

/// The location of an image in a registry, and the credentials.
result<oci_image> locate_image(const image_request& wish, const image_options& options,
                               const permit& allowed, const std::atomic<bool>& stopping);

/// Fetches an image into the cache, unless it is there, and checks its checksum and content.
/// Blocks, possibly for hours. Failure messages are for the operator, without secrets.
result<cached_image> fetch_image(const image_request& wish, const cache_folder& cache,
                                 const image_options& options, const permit& allowed,
                                 const std::atomic<bool>& stopping);

/// Applies check_image_content() to a file's content.
std::optional<failure> inspect_image(const open_file& file, std::string_view declared,
                                     const std::vector<std::string>& permitted);

}  // namespace ironbus
