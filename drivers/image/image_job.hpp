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

/// An image that this service is to fetch, or a file that machines boot.
struct image_wish {
  std::string source;            ///< http://, https:// or oci://.
  std::optional<image_sum> sum;  ///< What it must have. Of an oci:// image its digest is enough.
  std::string checksum_url;      ///< Of a file that has the sum, where `sum` is unset; maybe empty.
  std::string secret;            ///< image_pull_secret; empty: what the configuration says.
  std::string cpu_arch;
  std::string declared_format;  ///< image_disk_format; empty: nothing is said.
  std::vector<std::string> permitted_formats;
  bool inspects = true;  ///< Looks at its content.
  bool allows_md5 = true;
  /// For machines to boot, as it is: not looked into, and it may come without a sum. Then its
  /// server is asked whether it is still the same, at most once a minute.
  bool boots = false;

  /// What tells it from others; of its secret no more than a digest.
  std::string id() const;
};

/// The last part of the source's path, as files of sums call it.
std::string name_of_image(const std::string& source);

/// Where an image of a registry is, and whether it is given to whoever asks.
result<oci_image> locate_image(const image_wish& wish, const image_options& options,
                               const permit& allowed, const std::atomic<bool>& stopping);

/// Brings an image into the cache, unless it is there: fetched whole, its sum right and its content
/// judged. Blocks, for hours if need be. Failures are sentences for the operator, without secrets.
result<cached_image> bring_image(const image_wish& wish, const cache_folder& cache,
                                 const image_options& options, const permit& allowed,
                                 const std::atomic<bool>& stopping);

/// Judges a file as judge_image() does what is in it.
std::optional<failure> inspect_image(const open_file& file, std::string_view declared,
                                     const std::vector<std::string>& permitted);

}  // namespace ironbus
