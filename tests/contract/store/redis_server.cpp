#include "tests/contract/store/redis_server.hpp"

#include "gateways/redis/redis_dial.hpp"
#include "tests/contract/store/store_client.hpp"
#include "tests/support/await.hpp"
#include "tests/support/free_port.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace ironbus::test {

using namespace std::chrono_literals;

redis_server::redis_server(std::vector<std::string> arguments, disk speed, bool encrypted)
    : arguments_{std::move(arguments)},
      disk_{speed},
      folder_{std::filesystem::temp_directory_path() / ("ironbus-redis-" + random_name())},
      port_{free_port()},
      tls_port_{encrypted ? free_port() : 0} {
  std::filesystem::create_directory(folder_);
  start();
}

redis_server::~redis_server() {
  crash();
  std::filesystem::remove_all(folder_);
}

std::vector<std::string> redis_server::words() const {
  std::vector<std::string> out{"redis-server"};
  const auto add = [&](const std::vector<std::string>& more) {
    out.insert(out.end(), more.begin(), more.end());
  };
  add(arguments_);
  add({"--port", std::to_string(port_), "--bind", "127.0.0.1", "--dir", folder_, "--logfile",
       folder_ + "/log"});
  if (tls_port_ == 0) return out;
  add({"--tls-port", std::to_string(tls_port_), "--tls-auth-clients", "yes", "--tls-replication",
       "yes"});
  add({"--tls-ca-cert-file", cluster_certificate("ca.crt")});
  add({"--tls-cert-file", cluster_certificate("server.crt")});
  add({"--tls-key-file", cluster_certificate("server.key")});
  add({"--user", user, "on", ">" + std::string{password}, "~*", "&*", "+@all"});
  return out;
}

void redis_server::start() {
  auto words = this->words();
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  // The library slow_disk, next to the test programs.
  const auto slow_disk =
      (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "slow_disk.so").string();
  process_ = fork();
  if (process_ == 0) {
    if (disk_ == disk::slow) setenv("LD_PRELOAD", slow_disk.c_str(), 1);
    execvp(argv.front(), argv.data());
    _exit(127);
  }
  if (!fulfilled([this] { return answers(); }, 10s))
    throw std::runtime_error{"redis-server did not start; see " + folder_ + "/log"};
}

bool redis_server::answers() const {
  redis::endpoint endpoint;
  endpoint.port = static_cast<uint16_t>(port_);
  auto connection = redis::dial(endpoint, 100ms, [] { return true; });
  return connection && redis::ask(**connection, {"PING"});
}

void redis_server::crash() {
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

void redis_server::freeze() { kill(process_, SIGSTOP); }
void redis_server::thaw() { kill(process_, SIGCONT); }

std::string redis_server::log_file() const {
  for (const auto& file : std::filesystem::directory_iterator{folder_ + "/appendonlydir"})
    if (file.path().string().ends_with(".incr.aof")) return file.path().string();
  throw std::runtime_error{"found no append-only file in " + folder_};
}

std::string redis_server::persistence() const {
  redis::endpoint endpoint;
  endpoint.port = static_cast<uint16_t>(port_);
  const auto connection = redis::dial(endpoint, 100ms, [] { return true; });
  const auto info = connection ? redis::ask(**connection, {"INFO", "persistence"})
                               : result<redis::reply>{tl::unexpected(connection.error())};
  return info ? std::string{redis::text_of(info->get())} : "";
}

bool redis_server::keeps_writes_waiting() const {
  const auto info = persistence();
  return info.find("aof_buffer_length:") != info.find("aof_buffer_length:0");
}

uintmax_t redis_server::log_bytes() const {
  const auto written = [this] {
    return persistence().find("aof_buffer_length:0") != std::string::npos;
  };
  if (!fulfilled(written, 10s)) throw std::runtime_error{"redis-server did not write its log"};
  return std::filesystem::file_size(log_file());
}

void redis_server::lose_log_behind(uintmax_t bytes) const {
  std::filesystem::resize_file(log_file(), bytes);
}

redis_options redis_server::options() const {
  redis_options out;
  out.url = "redis://127.0.0.1:" + std::to_string(port_);
  if (tls_port_ == 0) return out;
  out.url = link_url("127.0.0.1:" + std::to_string(tls_port_));
  out.tls = cluster_tls();
  return out;
}

std::string link_url(const std::string& place, const std::string& way) {
  if (!link_is_encrypted()) return "redis" + way + "://" + place;
  return "rediss" + way + "://" + redis_server::user + ":" + redis_server::password + "@" + place;
}

}  // namespace ironbus::test
