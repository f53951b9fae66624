#include "drivers/ipmi/console/console_listener.hpp"

#include "drivers/kit/pause.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/text.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>

namespace ironbus {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

using namespace std::chrono_literals;

constexpr const char* setsid_path = "/usr/bin/setsid";
constexpr size_t file_bytes_max = 16 * 1024;
constexpr size_t error_bytes_max = 300;
constexpr std::chrono::milliseconds begin_time_max = 10s;
constexpr std::chrono::milliseconds end_time_max = 2s;
constexpr std::chrono::milliseconds look_every = 20ms;
constexpr std::string_view says_it_listens = " listening on ";
constexpr std::string_view says_port_is_taken = "Address already in use";
constexpr std::array listen_words{std::string_view{"TCP4-LISTEN:"},
                                  std::string_view{"TCP6-LISTEN:"}};
constexpr std::string_view bind_word = ",bind=";

bool is_ipv6(std::string_view address) { return address.find(':') != std::string_view::npos; }

std::string read_text(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::string out(file_bytes_max, '\0');
  file.read(out.data(), static_cast<std::streamsize>(out.size()));
  out.resize(static_cast<size_t>(std::max<std::streamsize>(0, file.gcount())));
  return out;
}

template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number out = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
  if (text.empty() || read.ec != std::errc{} || read.ptr != text.data() + text.size())
    return std::nullopt;
  return out;
}

/// "TCP4-LISTEN:10000,bind=192.0.2.1,…"; false for any other word.
bool read_listen_word(std::string_view word, listening_console& out) {
  for (const auto begin : listen_words) {
    if (!word.starts_with(begin)) continue;
    word.remove_prefix(begin.size());
    const auto bind = word.find(bind_word);
    const auto port = read_number<uint16_t>(word.substr(0, bind));
    if (!port || bind == std::string_view::npos) return false;
    out.port = *port;
    const auto rest = word.substr(bind + bind_word.size());
    out.address = trim(rest.substr(0, rest.find(',')), "[]");
    return true;
  }
  return false;
}

std::string line_of(const std::vector<std::string>& words) {
  return join(
      words, [](const auto& x) { return x; }, " ");
}

std::vector<std::string> socat_call(const console_listener& how, uint16_t port,
                                    const std::vector<std::string>& words) {
  const bool ipv6 = is_ipv6(how.address);
  const auto first = how.before.empty() ? "" : line_of(how.before) + " >/dev/null 2>&1; ";
  // Two sessions: the first setsid ends when the second has forked into its own group. So the end
  // of the first one and its group does not affect socat.
  return {
      setsid_path,
      "--wait",
      setsid_path,
      "--fork",
      how.program,
      "-d",  // twice, so that it reports when it listens
      "-d",
      "-T" + std::to_string(how.silence_max.count()),
      "-L" + how.pid_file(),
      "-lf" + how.log_file(),
      std::string{listen_words[ipv6 ? 1 : 0]} + std::to_string(port) + std::string{bind_word} +
          (ipv6 ? "[" + how.address + "]" : how.address) +
          ",reuseaddr,fork,max-children=1,accept-timeout=" + std::to_string(how.unused_max.count()),
      "SYSTEM:\"" + first + "exec " + line_of(words) + "\",pty,stderr"};
}

bool is_free(const std::string& address, uint16_t port) {
  asio::io_context io;
  asio::ip::tcp::acceptor probe{io};
  boost::system::error_code wrong;
  const asio::ip::tcp::endpoint place{asio::ip::make_address(address, wrong), port};
  if (!wrong) probe.open(place.protocol(), wrong);
  if (!wrong) probe.set_option(asio::socket_base::reuse_address{true}, wrong);
  if (!wrong) probe.bind(place, wrong);
  if (!wrong) probe.listen(1, wrong);
  return wrong != asio::error::address_in_use;  // socat reports any other error
}

/// The text after "socat[1234] E " in the first such line; empty: none.
std::string error_in(std::string_view log) {
  for (const std::string_view mark : {"] E ", "] F "})
    if (const auto begin = log.find(mark); begin != std::string_view::npos) {
      const auto words = log.substr(begin + mark.size());
      return std::string{words.substr(0, std::min(words.find('\n'), error_bytes_max))};
    }
  return {};
}

tl::unexpected<failure> console_failure(const console_listener& how, uint16_t port,
                                        const std::string& why,
                                        error_code code = error_code::unavailable) {
  const auto place =
      (is_ipv6(how.address) ? "[" + how.address + "]" : how.address) + ":" + std::to_string(port);
  return fail(code, "Cannot open the console at " + place + ": " + why + ".");
}

void remove_files(const console_listener& how) {
  std::error_code ignored;
  fs::remove(how.pid_file(), ignored);
  fs::remove(how.log_file(), ignored);
}

/// The log is deleted once socat listens. Later output is lost with it.
asio::awaitable<result<std::monostate>> await_listening(console_listener how, uint16_t port) {
  for (const auto give_up = steady_clock::now() + begin_time_max;; co_await pause_for(look_every)) {
    const auto said = read_text(how.log_file());
    if (said.find(says_it_listens) != std::string::npos) {
      std::error_code ignored;
      fs::remove(how.log_file(), ignored);
      co_return std::monostate{};
    }
    if (const auto why = error_in(said); !why.empty()) {
      const bool taken = why.find(says_port_is_taken) != std::string::npos;
      co_return console_failure(how, port, "socat says: " + why,
                                taken ? error_code::conflict : error_code::unavailable);
    }
    if (steady_clock::now() >= give_up) co_return console_failure(how, port, "socat did not start");
  }
}

/// Whether it ended in time.
asio::awaitable<bool> await_exit(console_listener how) {
  for (const auto give_up = steady_clock::now() + end_time_max; find_console(how);
       co_await pause_for(look_every))
    if (steady_clock::now() >= give_up) co_return false;
  co_return true;
}

}  // namespace

bool fits_socat(std::string_view word) {
  static constexpr std::string_view plain = "._/:@%+=-";
  return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 || plain.find(static_cast<char>(letter)) != std::string::npos;
  });
}

std::optional<listening_console> find_console(const console_listener& how) {
  const auto pid = read_number<pid_t>(trim(read_text(how.pid_file())));
  if (!pid || *pid <= 1) return std::nullopt;
  // The process id may have been reused. Our process has this file among its arguments.
  const auto words = read_text("/proc/" + std::to_string(*pid) + "/cmdline");
  listening_console out{*pid, {}, 0};
  bool ours = false;
  bool listens = false;
  for (std::string_view left = words; !left.empty();) {
    const auto end = std::min(left.find('\0'), left.size());
    const auto word = left.substr(0, end);
    ours = ours || word == "-L" + how.pid_file();
    listens = listens || read_listen_word(word, out);
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return ours && listens ? std::optional{out} : std::nullopt;
}

asio::awaitable<result<std::monostate>> begin_console(console_listener how, uint16_t port,
                                                      child_command call) {
  for (const auto* words : {&how.before, &call.argv})
    for (const auto& word : *words)
      if (!fits_socat(word))
        co_return console_failure(how, port, "socat cannot take the argument '" + word + "'");
  if (!is_free(how.address, port))
    co_return console_failure(how, port, "the port is in use", error_code::conflict);
  if (::access(how.program.c_str(), X_OK) != 0)
    co_return console_failure(
        how, port, "the program " + how.program + " does not exist or is not executable");
  std::error_code wrong;
  fs::create_directories(how.folder, wrong);
  if (wrong)
    co_return console_failure(how, port,
                              "cannot create the folder " + how.folder + ": " + wrong.message());
  fs::permissions(how.folder, fs::perms::owner_all, wrong);
  remove_files(how);
  call.argv = socat_call(how, port, call.argv);
  const auto end = co_await run_child(std::move(call));
  if (!end) co_return tl::unexpected(end.error());
  auto begun = co_await await_listening(how, port);
  if (!begun) co_await end_console(how);
  co_return begun;
}

asio::awaitable<void> end_console(console_listener how) {
  for (const int signal : {SIGTERM, SIGKILL}) {
    const auto found = find_console(how);
    if (!found) break;
    ::kill(-found->pid, signal);
    if (co_await await_exit(how)) break;
  }
  remove_files(how);
}

std::optional<port_range> read_port_range(std::string_view text) {
  const auto dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto first = read_number<uint16_t>(text.substr(0, dash));
  const auto last = read_number<uint16_t>(text.substr(dash + 1));
  if (!first || !last || *first == 0 || *first > *last) return std::nullopt;
  return port_range{*first, *last};
}

std::vector<uint16_t> ports_for(const port_range& range, std::string_view name) {
  const size_t count = range.last - range.first + 1U;
  const auto begin = std::hash<std::string_view>{}(name) % count;
  std::vector<uint16_t> out;
  out.reserve(count);
  for (size_t i = 0; i < count; ++i)
    out.push_back(static_cast<uint16_t>(range.first + (begin + i) % count));
  return out;
}

}  // namespace ironbus
