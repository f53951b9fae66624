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
  std::string label;           ///< At most 32 letters.
  std::string boot_file = {};  ///< The path of one of the files, of which the image boots.
  /// The boot file is told where it lies, as isolinux wants it.
  bool is_boot_info_wanted = false;
};

/// An ISO 9660 image with Joliet and Rock Ridge names; its label is as given in all of them. It is
/// dated by the clock: the same files do not make the same bytes. The content lies for a moment in
/// a temporary file without a name. `internal` with the library's words if it cannot be made.
result<std::string> make_iso_image(const iso_options& options, const std::vector<iso_file>& files);

/// The same bytes, compressed by gzip. `internal` as above.
result<std::string> compress_gzip(const std::string& content);

}  // namespace ironbus
