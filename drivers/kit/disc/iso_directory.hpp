#pragma once

#include "drivers/kit/disc/boot_catalog.hpp"
#include "messages/base/errors.hpp"

#include <map>
#include <string>
#include <variant>

namespace ironbus {

/// Moves files of an image (ECMA-119, with Joliet) to other sectors, and sets the volume's size to
/// `sectors`. `internal` if it is not an image, or if a file is not found in each of its trees.
result<std::monostate> move_files(std::string& image,
                                  const std::map<uint32_t, iso_file_extent>& moved,
                                  uint32_t sectors);

/// The sector of the image's boot catalog, from its boot record; 0: none.
uint32_t boot_catalog_sector(const std::string& image);

}  // namespace ironbus
