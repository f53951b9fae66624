#pragma once

#include "drivers/ipmi/ipmi_options.hpp"
#include "drivers/kit/process/child_process.hpp"
#include "messages/base/json.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <string>
#include <string_view>

// The log of the serial console of one machine, and a program that writes it where no client is
// connected. It goes on without the process that has begun it, for a limited time, and is found
// again by its words in /proc.

namespace ironbus {

/// The log of that machine; console_log.hpp reads and writes it.
std::string console_log_path(const ipmi_options& options, std::string_view uuid);
/// Of the program that writes it; it may not be there.
std::string console_recorder_path(const ipmi_options& options);
/// Removes logs that nobody has written to for ipmi.console_log_kept.
void forget_old_console_logs(const ipmi_options& options);
/// {"text"}, of valid UTF-8; {} if there is none.
json console_text_answer(std::optional<std::string> text);

/// Who writes a log at present.
enum class console_writer { nobody, client, recording };
console_writer writer_of(const std::string& recorder, const std::string& file);

/// Writes into the log that from here on it tells of another boot of a ramdisk. False: it cannot be
/// written.
bool mark_recording(const ipmi_options& options, std::string_view uuid);

/// What it has shown since that mark, at most so much of its end; unset: nothing is kept.
std::optional<std::string> read_recording(const ipmi_options& options, std::string_view uuid,
                                          size_t bytes_max);

/// Has the console written down by `activate`, which shows it, from now on until it ends, for at
/// most ipmi.console_recording_limit. Unset: it is begun; else why not.
boost::asio::awaitable<std::optional<std::string>> begin_recording(ipmi_options options,
                                                                   std::string uuid,
                                                                   child_command activate);

/// Ends it, and returns when it has ended, which takes some seconds at most; a client's log goes
/// on.
boost::asio::awaitable<void> end_recording(ipmi_options options, std::string uuid);

}  // namespace ironbus
