#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// The older half of a console's log, beside its newer half.
std::string older_console_log(const std::string& file);

/// Keeps the end of what a serial console shows: at most so many bytes, in two files, of which the
/// older one is dropped when the newer one is full. What cannot be written is left out: a console
/// is worth more than its log.
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

/// The last bytes of it; unset: there is no log. Others may write it meanwhile.
std::optional<std::string> read_console_log(const std::string& file, size_t bytes_max);

/// Removes the logs of that folder that nobody has written to for so long.
void remove_old_console_logs(const std::string& folder, std::chrono::seconds kept);

}  // namespace ironbus
