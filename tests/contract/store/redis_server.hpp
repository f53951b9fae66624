#pragma once

#include "gateways/redis/redis_options.hpp"
#include "tests/support/test_link.hpp"

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ironbus::test {

/// How long each fdatasync takes: what the disk needs, or 1.5 s more.
enum class disk { as_it_is, slow };

/// The URL of a store whose link is that of the suite, such as
/// `redis` + `+sentinel` + `://` + login + `127.0.0.1:26379/fleet`.
std::string link_url(const std::string& place, const std::string& way = "");

/// A redis-server of the test's own, with an append-only file in a folder of its own.
class redis_server {
public:
  /// Starts it on a free port; throws if it does not answer within 10 s.
  /// `encrypted`: stores reach it over TLS, with a password and a certificate; the test's own
  /// commands go to another port, in the clear.
  explicit redis_server(std::vector<std::string> arguments = durable(), disk speed = disk::as_it_is,
                        bool encrypted = link_is_encrypted());
  ~redis_server();

  redis_server(const redis_server&) = delete;
  redis_server& operator=(const redis_server&) = delete;

  /// Of stores that reach it over TLS.
  static constexpr auto user = "fleet";
  static constexpr auto password = "s3cret-of-the-suite";

  /// What it has answered survives kill -9.
  static std::vector<std::string> durable() { return synced("always"); }
  /// The same but for `appendfsync`.
  static std::vector<std::string> synced(std::string when) {
    return {"--appendonly", "yes", "--appendfsync", std::move(when), "--save", ""};
  }

  /// kill -9.
  void crash();
  /// Starts it again on the same port and file, and waits until it answers.
  void start();
  /// Says more on its command line from the next start on.
  void add_arguments(const std::vector<std::string>& more) {
    arguments_.insert(arguments_.end(), more.begin(), more.end());
  }
  /// Stops it from running without ending it, and lets it go on.
  void freeze();
  void thaw();

  /// Whether it has answered writes that it has not handed to the system yet.
  bool keeps_writes_waiting() const;
  /// How long the append-only file is, once all that was acknowledged is in it.
  uintmax_t log_bytes() const;
  /// What a loss of power takes: all that was appended since. Only while it is down.
  void lose_log_behind(uintmax_t bytes) const;

  /// Of a store.
  redis_options options() const;
  /// The port that stores use, and servers among themselves.
  int link_port() const { return tls_port_ == 0 ? port_ : tls_port_; }
  /// The port in the clear.
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
  int tls_port_ = 0;  ///< 0: it speaks no TLS.
  pid_t process_ = -1;
};

}  // namespace ironbus::test
