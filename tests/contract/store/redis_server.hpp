#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::test {

/// A redis-server of the test's own, with an append-only file in a folder of its own.
class redis_server {
public:
  /// Starts it on a free port; throws if it does not answer within 10 s.
  explicit redis_server(std::vector<std::string> arguments = durable());
  ~redis_server();

  redis_server(const redis_server&) = delete;
  redis_server& operator=(const redis_server&) = delete;

  static std::vector<std::string> durable() { return {"--appendonly", "yes", "--save", ""}; }

  /// kill -9.
  void crash();
  /// Starts it again on the same port and file, and waits until it answers.
  void start();
  /// Stops it from running without ending it, and lets it go on.
  void freeze();
  void thaw();

  /// How long the append-only file is, once all that was acknowledged is in it.
  uintmax_t log_bytes() const;
  /// What a loss of power takes: all that was appended since. Only while it is down.
  void lose_log_behind(uintmax_t bytes) const;

  std::string url() const;
  int port() const { return port_; }

private:
  bool answers() const;
  std::string log_file() const;

  std::vector<std::string> arguments_;
  std::string folder_;
  int port_ = 0;
  pid_t process_ = -1;
};

}  // namespace ironbus::test
