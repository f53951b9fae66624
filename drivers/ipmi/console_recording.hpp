#pragma once

#include "drivers/ipmi/ipmi_options.hpp"
#include "drivers/kit/process/child_process.hpp"
#include "messages/base/json.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <string>
#include <string_view>

// Records the serial console of one machine while no client is connected. The recorder process
// outlives the process that started it, for a limited time, and is found by its arguments in /proc.

namespace ironbus {

/// Path of the machine's log; console_log.hpp reads and writes it.
std::string console_log_path(const ipmi_options& options, std::string_view uuid);
/// Path of the recorder program; it may not exist.
std::string console_recorder_path(const ipmi_options& options);
/// Removes logs that were not written for ipmi.console_log_kept.
void forget_old_console_logs(const ipmi_options& options);
/// {"text"} in valid UTF-8; {} if there is none.
json console_text_answer(std::optional<std::string> text);

/// The current writer of a log.
enum class console_writer { nobody, client, recording };
console_writer writer_of(const std::string& recorder, const std::string& file);

/// Writes a mark into the log: a ramdisk boot starts here. False: it cannot be written.
bool mark_recording(const ipmi_options& options, std::string_view uuid);

/// The output since that mark, at most that many bytes of its end; unset: none.
std::optional<std::string> read_recording(const ipmi_options& options, std::string_view uuid,
                                          size_t bytes_max);

/// Starts recording the output of `activate` until it ends, at most for
/// ipmi.console_recording_limit. Unset: started; else the error.
boost::asio::awaitable<std::optional<std::string>> begin_recording(ipmi_options options,
                                                                   std::string uuid,
                                                                   child_command activate);

/// Stops the recording. Returns when it has ended, after a few seconds at most. A client's log
/// continues.
boost::asio::awaitable<void> end_recording(ipmi_options options, std::string uuid);

}  // namespace ironbus
