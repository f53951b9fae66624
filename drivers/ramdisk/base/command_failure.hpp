#pragma once

#include <nlohmann/json.hpp>

#include <exception>
#include <string>

namespace ironbus::ramdisk {

/// Failure of a command in the format of ironic-python-agent: `type` is the name of its error
/// class, `code` its HTTP status. Thrown by steps, caught at the end of the command or of the
/// request. It never leaves a thread.
struct command_failure : std::exception {
  command_failure(std::string type, int code, std::string message, std::string details);

  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
  [[nodiscard]] nlohmann::json document() const;

  std::string type;
  int code;
  std::string message;
  std::string details;

private:
  std::string text_;  // "message: details", as in its responses
};

/// 400: the command or its parameters are invalid.
command_failure invalid_command(const std::string& details);
command_failure invalid_parameters(const std::string& details);
/// 404: an unknown extension or command.
command_failure not_found(const std::string& kind, const std::string& id);
/// 409: another command is running.
command_failure busy(const std::string& command_name);
/// 500: the command failed.
command_failure execution_failed(const std::string& details);
command_failure cleaning_failed(const std::string& details);
command_failure deployment_failed(const std::string& details);
command_failure erase_failed(const std::string& details);
command_failure device_not_found(const std::string& details);
command_failure image_download_failed(const std::string& image_id, const std::string& why);
command_failure image_write_failed(const std::string& device, const std::string& why);
command_failure invalid_image(const std::string& details);
/// A partition image whose programs would have to run, which the service does not allow.
command_failure programs_not_allowed();
command_failure version_mismatch(const nlohmann::json& ours, const nlohmann::json& theirs);
command_failure no_such_step(const std::string& step);

}  // namespace ironbus::ramdisk
