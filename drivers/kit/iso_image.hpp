#pragma once

#include "messages/base/errors.hpp"

#include <string>
#include <vector>

namespace ironbus {

struct iso_file {
  std::string path;  ///< "openstack/latest/meta_data.json".
  std::string content;
};

struct iso_options {
  std::string label;           ///< At most 32 characters.
  std::string boot_file = {};  ///< Path of one of the files, the boot program.
  /// Writes the boot information table into the boot file, as isolinux requires.
  bool is_boot_info_wanted = false;
};

/// Builds an ISO 9660 image with Joliet and Rock Ridge names. The label is as given in all of them.
/// The image contains the current time, so the same files do not give the same bytes. Uses an
/// unnamed temporary file. `internal`, with the library's message, if it fails.
result<std::string> make_iso_image(const iso_options& options, const std::vector<iso_file>& files);

/// Compresses with gzip. `internal` as above.
result<std::string> compress_gzip(const std::string& content);

}  // namespace ironbus
