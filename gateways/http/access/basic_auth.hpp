#pragma once

#include "gateways/http/access/credential_cache.hpp"
#include "gateways/http/access/credentials.hpp"
#include "gateways/http/access/htpasswd.hpp"
#include "messages/platform/file_stamp.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <variant>
#include <vector>

namespace ironbus::http {

struct basic_auth_options {
  std::string file;  ///< In the format of `htpasswd -B`.
  /// Threads that run bcrypt and nothing else, because it is slow by design. Wrong passwords cost
  /// as much as right ones, so a client that sends many keeps only these threads busy.
  unsigned threads = 2;
  size_t waiting_max = 256;  ///< Further checks are rejected.
  std::chrono::milliseconds remembered{60'000};
  size_t remembered_max = 1024;
  std::chrono::milliseconds file_check_period{
      1'000};  ///< The maximum delay until a change is noticed.
};

/// The result of a password check.
enum class verdict : uint8_t { right, wrong, overloaded };

/// Checks names and passwords against a file. Reads the file again when it changes. Thread safe.
class basic_auth {
public:
  using verdict_callback = std::function<void(verdict)>;

  explicit basic_auth(basic_auth_options options);
  ~basic_auth();
  basic_auth(const basic_auth&) = delete;
  basic_auth& operator=(const basic_auth&) = delete;

  /// `invalid` if the file cannot be read or contains no user.
  result<std::monostate> start();
  /// Stops the threads and drops the waiting checks. Idempotent.
  void stop();

  /// Reads the file again if it changed, unless another thread does so.
  void reread_if_changed();

  /// Whether these credentials were verified a short time ago. Does not block.
  bool remembers(const credentials& x);
  /// Checks the credentials. Calls `done` on a thread of this object, or at once if too many checks
  /// wait.
  void verify(credentials credentials, verdict_callback done);
  /// A short text that changes with the user's password; empty: there is no such user.
  std::string stamp_of_password(const std::string& user);

private:
  struct waiting {
    credentials who;
    verdict_callback done;
  };

  void work();
  verdict decide(const credentials& credentials);

  const basic_auth_options options_;
  std::mutex reading_;  ///< Guards stamp_; held by the one thread that checks the file.
  file_stamp stamp_;
  std::mutex mutex_;  ///< Guards the following members.
  std::condition_variable changed_;
  std::shared_ptr<const password_file> file_;
  verified verified_;
  std::deque<waiting> queue_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace ironbus::http
