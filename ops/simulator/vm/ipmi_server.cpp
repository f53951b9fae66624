#include "ops/simulator/vm/ipmi_server.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

namespace ironbus::simulator {

namespace fs = std::filesystem;

namespace {

constexpr const char* ipmi_sim = "/usr/bin/ipmi_sim";
constexpr std::chrono::seconds patience{10};

struct boot_row {
  std::string_view device;
  std::string_view target;
};

// ipmi_sim reports the disk as "default".
constexpr std::array boot_rows{
    boot_row{"pxe", "Pxe"},
    boot_row{"default", "Hdd"},
    boot_row{"cdrom", "Cd"},
    boot_row{"bios", "BiosSetup"},
};

// A command takes effect on the read values immediately, although the machine reacts later. During
// a power cycle a client may read the power state between its two parts.
constexpr std::string_view chassis_script = R"script(#!/bin/sh
cd "$(dirname "$0")" || exit 1
operation=$1
shift
if [ "$operation" = get ]; then
  for name in "$@"; do
    value=0
    [ "$name" = boot ] && value=none
    [ -r "$name" ] && read -r value < "$name"
    echo "$name:$value"
  done
else
  while [ $# -gt 1 ]; do
    case $1 in power | boot) echo "$2" > "$1" ;; esac
    echo "$1 $2" > orders
    shift 2
  done
fi
)script";

// A management controller with a temperature sensor, which the system reaches by KCS.
constexpr std::string_view controller = R"(mc_setbmc 0x20
mc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f 0x2a2 0xf02
sel_enable 0x20 1000 0x0a
main_sdr_add 0x20 0 0 0x51 1 0x33 0x20 0 1 7 1 0x7f 0x68 1 1 0x95 0x7a 0x95 0x7a 0x3f 0x3f 0 1 0 0 1 0 0 0 0 0 0 40 0 0 255 0 95 90 85 1 3 5 2 2 0 0 0 0xc8 0x43 0x50 0x55 0x20 0x54 0x65 0x6d 0x70
sensor_add 0x20 0 1 1 1
sensor_set_value 0x20 0 1 45 0
sensor_set_threshold 0x20 0 1 settable 111111 95 90 85 1 3 5
mc_enable 0x20
)";

std::string lan_settings(const ipmi_account& who, uint16_t port, uint16_t serial_port,
                         uint16_t system_port, const std::string& folder) {
  std::ostringstream out;
  out << "name \"machine\"\nset_working_mc 0x20\n  startlan 1\n    addr 127.0.0.1 " << port
      << "\n    priv_limit admin\n    allowed_auths_user md5\n    allowed_auths_operator md5\n"
         "    allowed_auths_admin md5\n    guid 00112233445566778899aabbccddee01\n  endlan\n"
         "  chassis_control \""
      << folder << "/chassis\"\n  serial 15 127.0.0.1 " << system_port << " codec VM\n"
      << "  sol \"tcp:127.0.0.1:" << serial_port << "\" 115200\n"
      << "  user 2 true \"" << who.user << "\" \"" << who.password << "\" admin 10 md5\n";
  return out.str();
}

/// A port that is free now; 0 if there is none.
uint16_t free_port(int kind) {
  const owned_fd probe{::socket(AF_INET, kind | SOCK_CLOEXEC, 0)};
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof place;
  auto* address = reinterpret_cast<sockaddr*>(&place);
  if (!probe || ::bind(probe.get(), address, size) != 0 ||
      ::getsockname(probe.get(), address, &size) != 0)
    return 0;
  return ntohs(place.sin_port);
}

tl::unexpected<failure> no_ipmi(const std::string& what) {
  return fail(error_code::unavailable, "IPMI: " + what);
}

}  // namespace

std::string target_of_ipmi_boot(const std::string& device) {
  const auto* row = std::ranges::find(boot_rows, device, &boot_row::device);
  return row == boot_rows.end() ? std::string{} : std::string{row->target};
}  // namespace

std::string ipmi_boot_of_target(const std::string& target) {
  const auto* row = std::ranges::find(boot_rows, target, &boot_row::target);
  return row == boot_rows.end() ? "none" : std::string{row->device};
}

result<ipmi_server> ipmi_server::start(const std::string& folder, const ipmi_account& who,
                                       uint16_t serial_port) {
  ipmi_server out{folder + "/bmc"};
  out.port_ = free_port(SOCK_DGRAM);
  out.system_port_ = free_port(SOCK_STREAM);
  if (out.port_ == 0 || out.system_port_ == 0) return no_ipmi("found no free port");
  if (auto written = out.write_files(who, serial_port); !written)
    return tl::unexpected(written.error());
  if (auto runs = out.run(); !runs) return tl::unexpected(runs.error());
  return out;
}

// Deletes the state of an earlier run, because ipmi_sim prefers it to the new settings.
result<std::monostate> ipmi_server::write_files(const ipmi_account& who, uint16_t serial_port) {
  std::error_code e;
  fs::remove_all(folder_, e);
  fs::create_directories(folder_ + "/state", e);
  if (e) return no_ipmi("cannot create the folder " + folder_ + ": " + e.message());
  ::chmod(folder_.c_str(), S_IRWXU);  // it contains the password
  const auto pipe = folder_ + "/orders";
  if (::mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR) != 0)
    return no_ipmi("cannot create the pipe " + pipe + ": " + std::strerror(errno));
  orders_ = owned_fd{::open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)};
  write("chassis", std::string{chassis_script});
  ::chmod((folder_ + "/chassis").c_str(), S_IRWXU);
  write("lan.conf", lan_settings(who, port_, serial_port, system_port_, folder_));
  write("machine.emu", std::string{controller});
  show(false, "None");
  return {};
}

result<std::monostate> ipmi_server::run() {
  auto started =
      child::start({{ipmi_sim, "-c", "lan.conf", "-f", "machine.emu", "-s", "state", "-n"},
                    folder_,
                    {},
                    folder_ + "/log"});
  if (!started) return no_ipmi(started.error().message + ". Install Debian's package openipmi.");
  program_ = std::move(*started);
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!listens()) {
    if (std::chrono::steady_clock::now() > until)
      return no_ipmi("ipmi_sim does not listen. Its log is " + folder_ + "/log.");
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
  return {};
}

bool ipmi_server::listens() const {
  std::array<char, 8> wanted{};
  std::snprintf(wanted.data(), wanted.size(), ":%04X ", static_cast<unsigned>(port_));
  std::ifstream file{"/proc/net/udp"};
  const std::string table{std::istreambuf_iterator<char>{file}, {}};
  return table.find(wanted.data()) != std::string::npos;
}

std::vector<chassis_command> ipmi_server::take_commands() {
  std::array<char, 1024> buffer{};
  for (;;) {
    const auto count = ::read(orders_.get(), buffer.data(), buffer.size());
    if (count <= 0) break;
    unread_.append(buffer.data(), static_cast<size_t>(count));
  }
  std::vector<chassis_command> out;
  for (size_t end = 0; (end = unread_.find('\n')) != std::string::npos; unread_.erase(0, end + 1)) {
    std::istringstream line{unread_.substr(0, end)};
    chassis_command next;
    if (line >> next.name >> next.value) out.push_back(std::move(next));
  }
  return out;
}

void ipmi_server::show(bool powered, const std::string& target) const {
  write("power", powered ? "1\n" : "0\n");
  write("boot", ipmi_boot_of_target(target) + "\n");
}

// Replaces the file atomically, because the script may read it at any time.
void ipmi_server::write(const std::string& name, const std::string& text) const {
  const auto part = folder_ + "/" + name + ".part";
  {
    std::ofstream file{part};
    file << text;
  }
  std::error_code e;
  fs::rename(part, folder_ + "/" + name, e);
}

}  // namespace ironbus::simulator
