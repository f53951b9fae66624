#pragma once

#include "messages/base/errors.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// How much of an image's beginning look_at_image() wants to see: the first cluster of a qcow2 file
/// and the descriptor of a disc (ISO 9660, sectors 16 and 17).
inline constexpr size_t image_head_bytes = 65536;
/// And of its end: the footer of a fixed VHD.
inline constexpr size_t image_tail_bytes = 512;

/// What an image is by its content, whatever its name and whoever says what.
struct image_content {
  /// "raw", "gpt" (a partition table of either kind, GPT or MBR), "iso", "qcow2"; or what is never
  /// written: "vmdk", "vhd", "vhdx", "vdi", "qed", "qcow", "luks", "parallels", "gzip" and so on.
  std::string_view format = "raw";
  bool partitioned = false;  ///< It has a partition table; a disc may have one as well.
  uint64_t disk_bytes = 0;   ///< What it fills of a disk.
  /// Why it must not be used, as the end of "The image …"; empty: nothing speaks against it.
  std::string danger;
};

/// Reads the first image_head_bytes of a file and its last image_tail_bytes (less where it has
/// less). A pure function; believes nothing it reads beyond what it has checked. Of qcow2 (QEMU's
/// docs/interop/qcow2.txt) only what stands alone is without danger: no backing file, no external
/// data file, no encryption, no feature that is not known here.
image_content look_at_image(std::string_view head, std::string_view tail, uint64_t file_bytes);

/// Whether an image with that content may be written for whoever calls it `declared`
/// (instance_info.image_disk_format; empty: nothing is said). A disk with a partition table is
/// "raw", too, as is a disc. `invalid` says what it is and what is allowed; unset: it may.
std::optional<failure> judge_image(const image_content& found, std::string_view declared,
                                   const std::vector<std::string>& permitted);

}  // namespace ironbus
