#include "ops/ironbusd/roles/managed_dnsmasq.hpp"

#include "drivers/boot/dnsmasq_config.hpp"
#include "drivers/kit/process/child_process.hpp"
#include "drivers/kit/whole_file.hpp"
#include "drivers/port/sole_permit.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/log.hpp"
#include "ops/ironbusd/folders/data_folder.hpp"
#include "ops/ironbusd/folders/folder_watch.hpp"
#include "ops/ironbusd/roles/network_interface.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <future>
#include <iterator>

namespace ironbus::daemon {

namespace fs = std::filesystem;
namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr unsigned private_mode = 0600;
constexpr std::chrono::milliseconds early_end = 500ms;
constexpr std::chrono::seconds first_pause = 1s;
constexpr std::chrono::seconds longest_pause = 60s;
/// After a run of this length the next restart uses the first pause again.
constexpr std::chrono::minutes stable_run{5};

std::string first_program(std::initializer_list<const char*> paths) {
  for (const auto* path : paths)
    if (::access(path, X_OK) == 0) return path;
  return {};
}

/// dnsmasq keeps this process's user, which owns its files. It also keeps the group, because a
/// change would clear the parent-death signal. dnsmasq needs names, so a number without a name is
/// not kept.
std::string account_lines() {
  const auto* account = getpwuid(geteuid());
  const auto* group = getgrgid(getegid());
  return (account == nullptr ? "" : "user=" + std::string{account->pw_name} + "\n") +
         (group == nullptr ? "" : "group=" + std::string{group->gr_name} + "\n");
}

/// The lines that only a managed dnsmasq has.
std::string private_lines(const fs::path& folder) {
  return "# Of the dnsmasq that ironbusd runs.\npid-file=" + (folder / "pid").string() +
         "\ndhcp-leasefile=" + (folder / "leases").string() +
         "\nlog-facility=-\nquiet-dhcp\nquiet-dhcp6\nquiet-ra\nquiet-tftp\n" + account_lines();
}

dnsmasq_setup setup_of(const settings& settings, const std::string& service_url,
                       const std::string& interface) {
  dnsmasq_setup out;
  out.interface = interface;
  out.tftp_root = settings.policy.boot_root;
  out.service_url = service_url;
  const auto found = find_interface(interface);
  out.has_ipv6 = found && found->has_ipv6;
  return out;
}

/// The final message of a program, in one line.
std::string last_words(const child_result& end) {
  std::string text{trim(end.err.empty() ? end.out : end.err)};
  text = text.substr(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
  if (!text.empty()) return text;
  return end.signal != 0 ? "ended by signal " + std::to_string(end.signal)
                         : "ended with code " + std::to_string(end.exit_code);
}

/// The dnsmasq with this configuration; 0: none runs. The number in its file may be another process
/// now.
pid_t running_dnsmasq(const std::string& configuration) {
  pid_t pid = 0;
  std::ifstream{fs::path{configuration}.parent_path() / "pid"} >> pid;
  if (pid <= 1) return 0;
  std::ifstream file{"/proc/" + std::to_string(pid) + "/cmdline"};
  const std::string command{std::istreambuf_iterator<char>{file}, {}};
  return command.find("--conf-file=" + configuration) == std::string::npos ? 0 : pid;
}

/// A dnsmasq that outlived its ironbusd still uses the port.
void end_old_one(const std::string& configuration) {
  const auto pid = running_dnsmasq(configuration);
  if (pid == 0) return;
  log::warn("stopping the dnsmasq of a killed ironbusd");
  ::kill(pid, SIGTERM);
  for (int i = 0; i < 20 && ::kill(pid, 0) == 0; ++i) std::this_thread::sleep_for(100ms);
}

std::vector<std::string> program_with(const std::string& configuration) {
  std::vector<std::string> out;
  // The signal ends it with the thread that started it, also if this process is killed.
  if (const auto wrapper = first_program({"/usr/bin/setpriv", "/bin/setpriv"}); !wrapper.empty())
    out = {wrapper, "--pdeathsig", "TERM", "--"};
  out.insert(out.end(), {find_dnsmasq(), "--keep-in-foreground", "--conf-file=" + configuration});
  return out;
}

}  // namespace

struct managed_dnsmasq::state {
  std::string configuration;
  std::promise<std::string> first_end;  ///< Its final message, if it ends early.
  bool first = true;
};

namespace {

asio::awaitable<std::string> run_once(std::string configuration) {
  child_command command{sole_permit()};
  command.argv = program_with(configuration);
  command.deadline = std::chrono::hours{24 * 365};
  command.output_bytes_max = 64 * 1024;
  const auto ended = co_await run_child(std::move(command));
  co_return ended ? last_words(*ended) : ended.error().message;
}

}  // namespace

asio::awaitable<void> managed_dnsmasq::keep_running(std::shared_ptr<state> all) {
  const auto executor = co_await asio::this_coro::executor;
  asio::steady_timer timer{executor};
  for (auto pause = first_pause;; pause = std::min(pause * 2, longest_pause)) {
    const auto begun = std::chrono::steady_clock::now();
    const auto words = co_await run_once(all->configuration);
    if (std::exchange(all->first, false)) all->first_end.set_value(words);
    if (std::chrono::steady_clock::now() - begun > stable_run) pause = first_pause;
    log::error("dnsmasq ended; restarting it",
               {{log_key::reason, words}, {log_key::seconds, std::to_string(pause.count())}});
    timer.expires_after(pause);
    co_await timer.async_wait(asio::use_awaitable);
  }
}

result<std::string> dnsmasq_text(const settings& settings, const std::string& service_url,
                                 const std::string& interface, const std::string& range) {
  auto setup = setup_of(settings, service_url, interface);
  auto addresses = parse_address_range(range);
  if (!addresses) return tl::unexpected(addresses.error());
  setup.addresses = std::move(*addresses);
  if (settings.managed_dhcp.wanted())
    setup.further = private_lines(data_folder_path(settings.data) / "dnsmasq");
  return dnsmasq_config(setup, settings.boot);
}

std::string find_dnsmasq() {
  return first_program({"/usr/sbin/dnsmasq", "/sbin/dnsmasq", "/usr/local/sbin/dnsmasq"});
}

managed_dnsmasq::managed_dnsmasq(std::shared_ptr<state> state)
    : state_{std::move(state)}, io_{std::make_unique<asio::io_context>()} {}

managed_dnsmasq::~managed_dnsmasq() {
  io_->stop();
  if (thread_.joinable()) thread_.join();
  io_.reset();  // cancels its coroutine, which stops dnsmasq
}

namespace {

/// Writes dnsmasq's files; returns the path of its configuration.
result<std::string> write_configuration(const settings& settings, const std::string& service_url,
                                        const fs::path& folder) {
  const auto& managed = settings.managed_dhcp;
  auto text = dnsmasq_text(settings, service_url, managed.interface, managed.range);
  if (!text) return text;
  const auto path = (folder / "dnsmasq.conf").string();
  if (auto written = write_whole(path, *text, private_mode); !written)
    return tl::unexpected(written.error());
  std::error_code wrong;  // dnsmasq reports missing folders
  for (const auto& needed :
       {settings.boot.dhcp.hosts_dir, settings.boot.dhcp.opts_dir, settings.policy.boot_root})
    fs::create_directories(needed, wrong);
  return path;
}

}  // namespace

result<std::unique_ptr<managed_dnsmasq>> managed_dnsmasq::start(const settings& settings,
                                                                const std::string& service_url) {
  const auto data = open_data_folder(settings.data);
  if (!data) return tl::unexpected(data.error());
  const auto folder = *data / "dnsmasq";
  const auto configuration = write_configuration(settings, service_url, folder);
  if (!configuration) return tl::unexpected(configuration.error());
  end_old_one(*configuration);
  auto all = std::make_shared<state>();
  all->configuration = *configuration;
  auto ended = all->first_end.get_future();
  std::unique_ptr<managed_dnsmasq> out{new managed_dnsmasq{all}};
  // The watch begins first. A dnsmasq that starts later reads all files by itself.
  const auto& dhcp = settings.boot.dhcp;
  watch_folders(*out->io_, {dhcp.hosts_dir, dhcp.opts_dir}, [path = *configuration] {
    if (const auto pid = running_dnsmasq(path); pid != 0) ::kill(pid, SIGHUP);
  });
  asio::co_spawn(*out->io_, keep_running(all), asio::detached);
  out->thread_ = std::thread{[io = out->io_.get()] { io->run(); }};
  if (ended.wait_for(early_end) != std::future_status::ready) return out;
  return fail(error_code::unavailable, "dhcp.managed: dnsmasq cannot be run: " + ended.get());
}

}  // namespace ironbus::daemon
