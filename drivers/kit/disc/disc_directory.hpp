#pragma once

#include "drivers/kit/disc/boot_catalog.hpp"
#include "messages/base/errors.hpp"

#include <map>
#include <string>
#include <variant>

namespace ironbus {

/// Has the names of an image (ECMA-119, with Joliet) that lie in these sectors lie elsewhere, and
/// the volume end after `sectors`. `internal` if the image is none, or a name is not found in each
/// of its trees.
result<std::monostate> move_files(std::string& image, const std::map<uint32_t, disc_extent>& moved,
                                  uint32_t sectors);

/// The sector of the image's boot catalog, by its boot record; 0: it has none.
uint32_t boot_catalog_sector(const std::string& image);

}  // namespace ironbus
