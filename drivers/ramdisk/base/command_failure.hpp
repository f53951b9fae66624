#pragma once

#include <nlohmann/json.hpp>

#include <exception>
#include <string>

namespace ironbus::ramdisk {

/// Why a command of the service failed, in the shape that ironic-python-agent answers with: `type`
/// is the name of its class of errors, `code` the HTTP status that goes with it. Thrown where a
/// step fails, caught where its command ends or its request is answered; it never leaves a thread.
struct command_failure : std::exception {
  command_failure(std::string type, int code, std::string message, std::string details);

  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
  [[nodiscard]] nlohmann::json document() const;

  std::string type;
  int code;
  std::string message;
  std::string details;

private:
  std::string text_;  // "message: details", as its answers have it
};

/// 400: the command or its parameters cannot be.
command_failure invalid_command(const std::string& details);
command_failure invalid_parameters(const std::string& details);
/// 404: an extension or a command that is not there.
command_failure not_found(const std::string& kind, const std::string& id);
/// 409: another command is still running.
command_failure busy(const std::string& command_name);
/// 500: the command was tried.
command_failure execution_failed(const std::string& details);
command_failure cleaning_failed(const std::string& details);
command_failure deployment_failed(const std::string& details);
command_failure erase_failed(const std::string& details);
command_failure device_not_found(const std::string& details);
command_failure image_download_failed(const std::string& image_id, const std::string& why);
command_failure image_write_failed(const std::string& device, const std::string& why);
command_failure invalid_image(const std::string& details);
/// A partition image whose programs would have to be run, which the service does not allow.
command_failure programs_not_allowed();
command_failure version_mismatch(const nlohmann::json& ours, const nlohmann::json& theirs);
command_failure no_such_step(const std::string& step);

}  // namespace ironbus::ramdisk
