#include "drivers/ramdisk/disks/erase_plan.hpp"

#include "drivers/ramdisk/base/json.hpp"

#include <algorithm>

namespace ironbus::ramdisk {

const char* text_of(erase_method method) {
  switch (method) {
    case erase_method::nvme_format_crypto: return "nvme_format_crypto";
    case erase_method::nvme_format: return "nvme_format";
    case erase_method::nvme_sanitize_crypto: return "nvme_sanitize_crypto";
    case erase_method::nvme_sanitize_block: return "nvme_sanitize_block";
    case erase_method::ata_secure_erase: return "ata_secure_erase";
    case erase_method::discard: return "discard";
    case erase_method::overwrite: return "overwrite";
    case erase_method::metadata: return "metadata";
  }
  return "unknown";
}

erase_rules erase_rules_of(const nlohmann::json& node) {
  const auto& info = object_member(node, "driver_internal_info");
  erase_rules out;
  out.nvme = bool_member(info, "agent_enable_nvme_secure_erase", out.nvme);
  out.ata = bool_member(info, "agent_enable_ata_secure_erase", out.ata);
  const bool older = bool_member(info, "agent_continue_if_ata_erase_failed", false);
  out.continue_after_failure = bool_member(info, "agent_continue_if_secure_erase_failed", older);
  out.skip_read_only = bool_member(info, "agent_erase_skip_read_only", out.skip_read_only);
  out.zeros_last = bool_member(info, "agent_erase_devices_zeroize", out.zeros_last);
  out.passes = static_cast<int>(
      std::clamp<std::int64_t>(int_member(info, "agent_erase_devices_iterations", 1), 0, 100));
  out.at_once = static_cast<int>(
      std::clamp<std::int64_t>(int_member(info, "disk_erasure_concurrency", 1), 1, 64));
  return out;
}

std::optional<erase_method> own_method(const disk& target, const erase_abilities& abilities,
                                       const erase_rules& rules) {
  if (target.is_nvme()) {
    if (!rules.nvme) return std::nullopt;
    if (abilities.nvme.format)
      return abilities.nvme.format_crypto ? erase_method::nvme_format_crypto
                                          : erase_method::nvme_format;
    if (abilities.nvme.sanitize_crypto) return erase_method::nvme_sanitize_crypto;
    if (abilities.nvme.sanitize_block) return erase_method::nvme_sanitize_block;
    return std::nullopt;
  }
  if (rules.ata && abilities.ata.supported) return erase_method::ata_secure_erase;
  return std::nullopt;
}

erase_method plain_method(const erase_abilities& abilities, const erase_rules& rules) {
  return abilities.discards && rules.passes <= 1 ? erase_method::discard : erase_method::overwrite;
}

}  // namespace ironbus::ramdisk
