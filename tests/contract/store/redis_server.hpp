#pragma once

#include "gateways/redis/redis_options.hpp"
#include "tests/support/test_link.hpp"

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ironbus::test {

/// Duration of each fdatasync: real, or 1.5 s longer.
enum class disk { as_it_is, slow };

/// The URL of a store with the suite's kind of connection, such as
/// `redis` + `+sentinel` + `://` + login + `127.0.0.1:26379/fleet`.
std::string link_url(const std::string& place, const std::string& way = "");

/// A redis-server for one test, with an append-only file in its own folder.
class redis_server {
public:
  /// Starts it on a free port; throws if it does not respond within 10 s.
  /// `encrypted`: stores connect over TLS with a password and a certificate; the test's own
  /// commands use another port without TLS.
  explicit redis_server(std::vector<std::string> arguments = durable(), disk speed = disk::as_it_is,
                        bool encrypted = link_is_encrypted());
  ~redis_server();

  redis_server(const redis_server&) = delete;
  redis_server& operator=(const redis_server&) = delete;

  /// User of stores that connect over TLS.
  static constexpr auto user = "fleet";
  static constexpr auto password = "s3cret-of-the-suite";

  /// Acknowledged writes survive kill -9.
  static std::vector<std::string> durable() { return synced("always"); }
  /// The same with another `appendfsync`.
  static std::vector<std::string> synced(std::string when) {
    return {"--appendonly", "yes", "--appendfsync", std::move(when), "--save", ""};
  }

  /// Sends SIGKILL.
  void crash();
  /// Restarts it on the same port and file, and waits until it responds.
  void start();
  /// Adds arguments for the next start.
  void add_arguments(const std::vector<std::string>& more) {
    arguments_.insert(arguments_.end(), more.begin(), more.end());
  }
  /// Suspends it, and continues it.
  void freeze();
  void thaw();

  /// Whether it has acknowledged writes that it has not yet passed to the system.
  bool keeps_writes_waiting() const;
  /// Size of the append-only file, once it contains everything acknowledged.
  uintmax_t log_bytes() const;
  /// Simulates a power failure: drops everything appended since. Only while it is down.
  void lose_log_behind(uintmax_t bytes) const;

  /// Options of a store.
  redis_options options() const;
  /// The port for stores and for other servers.
  int link_port() const { return tls_port_ == 0 ? port_ : tls_port_; }
  /// The port without TLS.
  int port() const { return port_; }

private:
  std::vector<std::string> words() const;
  bool answers() const;
  std::string persistence() const;
  std::string log_file() const;

  std::vector<std::string> arguments_;
  disk disk_;
  std::string folder_;
  int port_ = 0;
  int tls_port_ = 0;  ///< 0: no TLS.
  pid_t process_ = -1;
};

}  // namespace ironbus::test
