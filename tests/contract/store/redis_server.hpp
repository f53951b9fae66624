#pragma once

#include <sys/types.h>

#include <string>

namespace ironbus::test {

/// A redis-server of the test's own, with an append-only file in a folder of its own.
class redis_server {
public:
  /// Starts it on a free port; throws if it does not answer within 10 s.
  redis_server();
  ~redis_server();

  redis_server(const redis_server&) = delete;
  redis_server& operator=(const redis_server&) = delete;

  /// kill -9.
  void crash();
  /// Starts it again on the same port and file, and waits until it answers.
  void start();
  /// Stops it from running without ending it, and lets it go on.
  void freeze();
  void thaw();

  std::string url() const;

private:
  bool answers() const;

  std::string folder_;
  int port_ = 0;
  pid_t process_ = -1;
};

}  // namespace ironbus::test
