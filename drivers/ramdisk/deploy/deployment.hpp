#pragma once

#include "drivers/ramdisk/deploy/download.hpp"
#include "drivers/ramdisk/deploy/image_info.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace ironbus::ramdisk {

/// Settings of a deployment.
struct deployment_rules {
  std::filesystem::path sysfs = "/sys";
  std::filesystem::path scratch = "/tmp";  // in memory, for images that cannot be streamed
  download_rules download;
  bool md5_allowed = false;
  bool programs_allowed = false;  // whether programs of a partition image may run
};

/// The deployments to this machine's disk since the agent started.
class deployment {
public:
  /// Writes the image and the config drive (null: none) to the root disk by the node's hints.
  /// Returns "image (ID) written to device DEVICE root_uuid=…". Throws command_failure.
  std::string prepare_image(const nlohmann::json& node, const nlohmann::json& image,
                            const nlohmann::json& config_drive, const deployment_rules& rules);
  /// Only the image. Returns "image (ID) already present…" or as above.
  std::string cache_image(const nlohmann::json& node, const nlohmann::json& image, bool force,
                          const deployment_rules& rules);

  /// {"root uuid": …} and others; empty before an image was written.
  [[nodiscard]] const nlohmann::json& partition_uuids() const { return uuids_; }

private:
  void write(const image_info& image, const std::string& device, std::uint64_t sector,
             const std::string& config_drive, const deployment_rules& rules);

  std::optional<std::string> written_id_;
  nlohmann::json uuids_ = nlohmann::json::object();
};

}  // namespace ironbus::ramdisk
