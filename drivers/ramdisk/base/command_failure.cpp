#include "drivers/ramdisk/base/command_failure.hpp"

#include "drivers/ramdisk/base/json.hpp"

#include <utility>

namespace ironbus::ramdisk {

command_failure::command_failure(std::string kind, int status, std::string said, std::string why)
    : type{std::move(kind)},
      code{status},
      message{std::move(said)},
      details{std::move(why)},
      text_{message + ": " + details} {}

nlohmann::json command_failure::document() const {
  return {{"type", type}, {"code", code}, {"message", message}, {"details", details}};
}

command_failure invalid_command(const std::string& details) {
  return {"InvalidCommandError", 400, "Invalid command", details};
}

command_failure invalid_parameters(const std::string& details) {
  return {"InvalidCommandParamsError", 400, "Invalid command parameters", details};
}

command_failure not_found(const std::string& kind, const std::string& id) {
  return {"RequestedObjectNotFoundError", 404, "Not found",
          kind + " with id " + id + " not found."};
}

command_failure busy(const std::string& command_name) {
  return {"AgentIsBusy", 409, "Agent is busy", "executing command " + command_name};
}

command_failure execution_failed(const std::string& details) {
  return {"CommandExecutionError", 500, "Command execution failed", details};
}

command_failure cleaning_failed(const std::string& details) {
  return {"CleaningError", 500, "Clean step failed", details};
}

command_failure deployment_failed(const std::string& details) {
  return {"DeploymentError", 500, "Deploy step failed", details};
}

command_failure erase_failed(const std::string& details) {
  return {"BlockDeviceEraseError", 500, "Error erasing block device", details};
}

command_failure device_not_found(const std::string& details) {
  return {"DeviceNotFound", 500,
          "Error finding the disk or partition device to deploy the image onto", details};
}

command_failure image_download_failed(const std::string& image_id, const std::string& why) {
  return {"ImageDownloadError", 500, "Error downloading image",
          "Download of image " + image_id + " failed: " + why};
}

command_failure image_write_failed(const std::string& device, const std::string& why) {
  return {"ImageWriteError", 500, "Error writing image to device",
          "Writing image to device " + device + " failed: " + why};
}

command_failure invalid_image(const std::string& details) {
  return {"InvalidImage", 500, "Image failed its inspection", details};
}

command_failure programs_not_allowed() {
  return invalid_image(
      "The boot loader of this partition image can only be installed by running the image's own "
      "programs (grub-install, grub-mkconfig), which the service does not allow. Set its option "
      "agent.enable_bios_bootloader_install, or use an image of a whole disk, or, for UEFI, one "
      "with its boot loader in /boot/efi/EFI.");
}

command_failure version_mismatch(const nlohmann::json& ours, const nlohmann::json& theirs) {
  return {"VersionMismatch", 409,
          "Hardware managers version mismatch, reload agent with correct version",
          "Current versions: " + text_of(ours) + ", versions used by ironic: " + text_of(theirs)};
}

command_failure no_such_step(const std::string& step) {
  return {"HardwareManagerMethodNotFound", 500, "No HardwareManager found to handle method",
          "Could not find method: " + step};
}

}  // namespace ironbus::ramdisk
