#pragma once

#include "messages/base/errors.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Bytes of an image's start that look_at_image() needs: the first cluster of a qcow2 file, and the
/// descriptors of an ISO 9660 image (sectors 16 and 17).
inline constexpr size_t image_head_bytes = 65536;
/// And of its end: the footer of a fixed VHD.
inline constexpr size_t image_tail_bytes = 512;

/// Format and size of an image, detected from its content only.
struct image_content {
  /// "raw", "gpt" (a partition table, GPT or MBR), "iso", "qcow2". Never written: "vmdk", "vhd",
  /// "vhdx", "vdi", "qed", "qcow", "luks", "parallels", "gzip" and so on.
  std::string_view format = "raw";
  bool partitioned = false;  ///< It has a partition table; an ISO image may have one, too.
  uint64_t disk_bytes = 0;   ///< Size on a disk.
  /// Why it must not be used, as the end of "The image …"; empty: usable.
  std::string danger;
};

/// Detects the format from the first image_head_bytes and the last image_tail_bytes of a file
/// (fewer if it is smaller). A pure function that trusts nothing unchecked. A qcow2 image (QEMU's
/// docs/interop/qcow2.txt) must be self-contained: no backing file, no external data file, no
/// encryption, no unknown feature.
image_content look_at_image(std::string_view head, std::string_view tail, uint64_t file_bytes);

/// Whether an image with that content may be written as format `declared`
/// (instance_info.image_disk_format; empty: any). A disk with a partition table also counts as
/// "raw", and so does an ISO image. `invalid` names the format and the allowed ones. Unset: it may.
std::optional<failure> check_image_content(const image_content& found, std::string_view declared,
                                           const std::vector<std::string>& permitted);

}  // namespace ironbus
