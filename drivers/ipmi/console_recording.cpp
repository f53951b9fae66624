#include "drivers/ipmi/console_recording.hpp"

#include "drivers/ipmi/console/console_log.hpp"
#include "drivers/kit/pause.hpp"
#include "messages/base/json_writer.hpp"
#include "messages/base/time.hpp"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace ironbus {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

constexpr const char* setsid_program = "/usr/bin/setsid";
constexpr std::chrono::milliseconds end_pause{100};
constexpr int looks_max = 30;
constexpr std::string_view limit_word = "--for";
constexpr std::string_view mark = "--- a ramdisk is booted, ";

std::vector<std::string> words_of(const fs::path& process) {
  std::ifstream file{process / "cmdline", std::ios::binary};
  std::vector<std::string> out;
  for (std::string word; std::getline(file, word, '\0');) out.push_back(std::move(word));
  return out;
}

struct found_writer {
  console_writer kind = console_writer::nobody;
  pid_t pid = -1;
};

/// The role of a process with these arguments, if it writes that log.
console_writer writer_in(const std::vector<std::string>& words, const std::string& recorder,
                         const std::string& file) {
  constexpr size_t file_of_client = 1;
  constexpr size_t file_of_recording = 3;
  if (words.size() <= file_of_recording || words[0] != recorder) return console_writer::nobody;
  if (words[file_of_client] == file) return console_writer::client;
  return words[1] == limit_word && words[file_of_recording] == file ? console_writer::recording
                                                                    : console_writer::nobody;
}

found_writer find_writer(const std::string& recorder, const std::string& file) {
  std::error_code wrong;
  for (fs::directory_iterator process{"/proc", wrong}, none; !wrong && process != none;
       process.increment(wrong)) {
    const auto name = process->path().filename().string();
    pid_t pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc{}) continue;
    const auto kind = writer_in(words_of(process->path()), recorder, file);
    if (kind != console_writer::nobody) return {kind, pid};
  }
  return {};
}

std::optional<pid_t> recording_of(const std::string& recorder, const std::string& file) {
  const auto found = find_writer(recorder, file);
  return found.kind == console_writer::recording ? std::optional{found.pid} : std::nullopt;
}

std::vector<std::string> recorder_call(const ipmi_options& options, const std::string& uuid,
                                       const std::vector<std::string>& words) {
  const auto limit = std::chrono::ceil<std::chrono::seconds>(options.console_recording_limit);
  // Two sessions, as for a console's socat, so that it outlives this process and its group.
  std::vector<std::string> out{setsid_program,
                               "--wait",
                               setsid_program,
                               "--fork",
                               console_recorder_path(options),
                               std::string{limit_word},
                               std::to_string(limit.count()),
                               console_log_path(options, uuid),
                               std::to_string(options.console_log_bytes)};
  out.insert(out.end(), words.begin(), words.end());
  return out;
}

}  // namespace

std::string console_log_path(const ipmi_options& options, std::string_view uuid) {
  return options.console_folder + "/" + std::string{uuid} + ".console";
}

std::string console_recorder_path(const ipmi_options& options) {
  if (!options.console_recorder_path.empty()) return options.console_recorder_path;
  std::error_code wrong;
  return fs::read_symlink("/proc/self/exe", wrong).replace_filename("ironbus-console-recorder");
}

void forget_old_console_logs(const ipmi_options& options) {
  remove_old_console_logs(options.console_folder,
                          std::chrono::ceil<std::chrono::seconds>(options.console_log_kept));
}

json console_text_answer(std::optional<std::string> text) {
  auto out = json::object();
  if (!text) return out;
  make_utf8(*text);
  out["text"] = std::move(*text);
  return out;
}

console_writer writer_of(const std::string& recorder, const std::string& file) {
  return find_writer(recorder, file).kind;
}

bool mark_recording(const ipmi_options& options, std::string_view uuid) {
  std::error_code wrong;
  fs::create_directories(options.console_folder, wrong);
  if (wrong) return false;
  fs::permissions(options.console_folder, fs::perms::owner_all, wrong);
  const auto file = console_log_path(options, uuid);
  console_log_writer{file, options.console_log_bytes}.append(
      "\r\n" + std::string{mark} + to_string(system_clock{}.now()) + " ---\r\n");
  return ::access(file.c_str(), W_OK) == 0;
}

std::optional<std::string> read_recording(const ipmi_options& options, std::string_view uuid,
                                          size_t bytes_max) {
  const auto file = console_log_path(options, uuid);
  auto text = read_console_log(file, options.console_log_bytes);
  if (!text) return std::nullopt;
  const auto begin = text->rfind(mark);
  // Without a mark the whole log is younger than the mark, or empty.
  if (begin != std::string::npos)
    text->erase(0, std::min(text->find('\n', begin), text->size() - 1) + 1);
  else if (writer_of(console_recorder_path(options), file) == console_writer::nobody)
    return std::nullopt;
  text->erase(0, text->size() - std::min(text->size(), bytes_max));
  return text;
}

asio::awaitable<std::optional<std::string>> begin_recording(ipmi_options options, std::string uuid,
                                                            child_command activate) {
  const auto recorder = console_recorder_path(options);
  if (::access(recorder.c_str(), X_OK) != 0)
    co_return "the program " + recorder + " does not exist or is not executable";
  activate.argv = recorder_call(options, uuid, activate.argv);
  const auto end = co_await run_child(std::move(activate));
  if (!end) co_return end.error().message;
  if (end->exit_code != 0) co_return "the console recorder did not start";
  co_return std::nullopt;
}

asio::awaitable<void> end_recording(ipmi_options options, std::string uuid) {
  const auto recorder = console_recorder_path(options);
  const auto file = console_log_path(options, uuid);
  for (const int signal : {SIGTERM, SIGKILL}) {
    // It stops the program that it runs. At last both are killed.
    const auto pid = recording_of(recorder, file);
    if (!pid) co_return;
    ::kill(signal == SIGKILL ? -*pid : *pid, signal);
    for (int looks = 0; looks < looks_max; ++looks) {
      if (!recording_of(recorder, file)) co_return;
      co_await pause_for(end_pause);
    }
  }
}

}  // namespace ironbus
