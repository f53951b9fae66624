#pragma once

#include "gateways/http/access/keystone/keystone_options.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/time.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ironbus::http {

/// The service's own token, and where it is used.
struct keystone_access {
  std::string token;
  std::string tokens_url;  ///< Of the resource that validates tokens.
  timestamp renewed_after;
};

/// Logs this service in to Keystone by its password, and keeps the token until shortly before it
/// expires. After a failure it waits a few seconds, so that a wrong password does not lock the
/// user. Thread safe.
class service_login {
public:
  using access_ptr = std::shared_ptr<const keystone_access>;
  /// Null: Keystone is away or refuses the login. The log says why.
  using callback = std::function<void(access_ptr)>;

  /// Both must outlive this object, and `web` is destroyed first.
  service_login(const keystone_options& options, web_client& web);

  /// Calls `done` once, on the caller's thread or one of the client.
  void get(callback done);
  /// Keystone does not accept this token any more. The next get() logs in again.
  void forget(const access_ptr& refused);

private:
  web_request request() const;
  result<access_ptr> read(const result<web_answer>& got) const;
  void finish(const result<web_answer>& got);

  const keystone_options& options_;
  web_client& web_;
  std::mutex mutex_;  ///< Guards the following members.
  access_ptr held_;
  steady_clock::time_point blocked_until_{};
  std::vector<callback> waiting_;
};

}  // namespace ironbus::http
