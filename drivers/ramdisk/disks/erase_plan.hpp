#pragma once

#include "drivers/ramdisk/disks/ata.hpp"
#include "drivers/ramdisk/disks/nvme.hpp"
#include "drivers/ramdisk/inventory/disk.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// Erase methods, most secure first.
enum class erase_method {
  nvme_format_crypto,
  nvme_format,
  nvme_sanitize_crypto,
  nvme_sanitize_block,
  ata_secure_erase,
  discard,    // all blocks discarded and zeroed by the disk's own commands
  overwrite,  // overwritten completely
  metadata,   // only signatures and tables
};

/// Its name in reports: "nvme_format_crypto".
const char* text_of(erase_method method);

/// Allowed methods, from the node's driver_internal_info (agent_…). Names and defaults are
/// Ironic's.
struct erase_rules {
  bool nvme = true;                     // agent_enable_nvme_secure_erase
  bool ata = true;                      // agent_enable_ata_secure_erase
  bool continue_after_failure = false;  // agent_continue_if_secure_erase_failed
  bool skip_read_only = false;          // agent_erase_skip_read_only
  bool zeros_last = true;               // agent_erase_devices_zeroize
  int passes = 1;                       // agent_erase_devices_iterations, of random bytes
  int at_once = 1;                      // disk_erasure_concurrency
};

erase_rules erase_rules_of(const nlohmann::json& node);

/// Capabilities of a disk.
struct erase_abilities {
  nvme_abilities nvme;
  ata_security ata;
  bool discards = false;  // supports discard and write zeroes
};

/// The disk's own method, if it has one that is allowed.
std::optional<erase_method> own_method(const disk& target, const erase_abilities& abilities,
                                       const erase_rules& rules);
/// The method if there is none, or after its failure: discard, or overwrite if several passes are
/// requested.
erase_method plain_method(const erase_abilities& abilities, const erase_rules& rules);

}  // namespace ironbus::ramdisk
