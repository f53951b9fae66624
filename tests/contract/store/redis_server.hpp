#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ironbus::test {

/// How long each fdatasync takes: what the disk needs, or 1.5 s more.
enum class disk { as_it_is, slow };

/// A redis-server of the test's own, with an append-only file in a folder of its own.
class redis_server {
public:
  /// Starts it on a free port; throws if it does not answer within 10 s.
  explicit redis_server(std::vector<std::string> arguments = durable(),
                        disk speed = disk::as_it_is);
  ~redis_server();

  redis_server(const redis_server&) = delete;
  redis_server& operator=(const redis_server&) = delete;

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

  std::string url() const;
  int port() const { return port_; }

private:
  bool answers() const;
  std::string persistence() const;
  std::string log_file() const;

  std::vector<std::string> arguments_;
  disk disk_;
  std::string folder_;
  int port_ = 0;
  pid_t process_ = -1;
};

}  // namespace ironbus::test
