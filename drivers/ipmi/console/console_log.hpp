#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// The older half of a console's log, next to the newer half.
std::string older_console_log(const std::string& file);

/// Keeps the end of a serial console's output: a limited number of bytes in two files. When the
/// newer file is full, it replaces the older one. Write errors are ignored, because the console is
/// more important than its log.
class console_log_writer {
public:
  console_log_writer(std::string file, size_t bytes_max)
      : file_{std::move(file)}, half_{bytes_max > 1 ? bytes_max / 2 : 1} {}
  ~console_log_writer();
  console_log_writer(const console_log_writer&) = delete;
  console_log_writer& operator=(const console_log_writer&) = delete;

  void append(std::string_view said);

private:
  bool open();
  void close();
  void turn_over();

  const std::string file_;
  const size_t half_;
  int fd_ = -1;
  size_t size_ = 0;
};

/// The last bytes of the log; unset: no log. Other processes may write concurrently.
std::optional<std::string> read_console_log(const std::string& file, size_t bytes_max);

/// Removes logs of that folder that were not written for that long.
void remove_old_console_logs(const std::string& folder, std::chrono::seconds kept);

}  // namespace ironbus
