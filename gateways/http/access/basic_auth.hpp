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
  std::string file;  ///< As `htpasswd -B` writes it.
  /// bcrypt is slow by intent, and it is for these threads only. Wrong passwords cost as much as
  /// right ones, so whoever sends many keeps these busy, and not the ones that serve.
  unsigned threads = 2;
  size_t waiting_max = 256;  ///< More are turned away.
  std::chrono::milliseconds remembered{60'000};
  size_t remembered_max = 1024;
  std::chrono::milliseconds file_check_period{1'000};  ///< How late a change may be noticed.
};

/// What has become of credentials.
enum class verdict : uint8_t { right, wrong, overloaded };

/// Checks names and passwords against a file, which is read again whenever it changes. Thread safe.
class basic_auth {
public:
  using verdict_callback = std::function<void(verdict)>;

  explicit basic_auth(basic_auth_options options);
  ~basic_auth();
  basic_auth(const basic_auth&) = delete;
  basic_auth& operator=(const basic_auth&) = delete;

  /// `invalid` if the file cannot be read or names no user.
  result<std::monostate> start();
  /// Ends the threads; what waits is dropped. Idempotent.
  void stop();

  /// Whether these were right a short time ago; does not block.
  bool remembers(const credentials& x);
  /// Judges them; `done` is called on a thread of this object's, or at once if too many wait.
  void verify(credentials credentials, verdict_callback done);

private:
  struct waiting {
    credentials who;
    verdict_callback done;
  };

  void work();
  verdict decide(const credentials& credentials);
  void reread_if_changed();

  const basic_auth_options options_;
  std::mutex reading_;  ///< Guards the next; held by the one thread that looks at the file.
  file_stamp stamp_;
  std::mutex mutex_;  ///< Guards what follows.
  std::condition_variable changed_;
  std::shared_ptr<const password_file> file_;
  verified verified_;
  std::deque<waiting> queue_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace ironbus::http
