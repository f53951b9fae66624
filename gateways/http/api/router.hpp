#pragma once

#include "gateways/http/services/options.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ironbus::http {

class call;
struct body_table;
using call_ptr = std::shared_ptr<call>;
template <class T = void>
class task;

/// Which of the configured body limits applies.
enum class body_kind : uint8_t { normal, provision, inspection };

/// Who may use a route if users are authenticated (api.auth_strategy).
enum class access : uint8_t {
  user,      ///< Every user with a password.
  everyone,  ///< Everyone: discovery and monitoring of the process.
  ramdisk,   ///< Everyone, because a ramdisk has no password.
  admin,     ///< Users with a password who may do more than read.
  own,       ///< Every user with a password, also those who may only read: what is their own.
};

constexpr bool needs_password(access who) {
  return who == access::user || who == access::admin || who == access::own;
}

/// Starts a handler. Its failure or exception becomes the answer of the call. The call outlives the
/// handler.
void run_handler(const call_ptr& x, const std::function<task<void>(const call_ptr&)>& work);

/// The handler of a route and the body that it reads, if any (view/body_table.hpp). A handler is a
/// function, or a task that asks first (task.hpp). The tables of resources are not bodies in this
/// sense.
class handler {
public:
  template <class F>
  handler(F function) {  // NOLINT(google-explicit-constructor): a row of a table names a function
    if constexpr (std::is_void_v<std::invoke_result_t<F, const call_ptr&>>)
      run_ = std::move(function);
    else
      run_ = [f = std::move(function)](const call_ptr& x) { run_handler(x, f); };
  }
  template <class F>
  handler(F function, const body_table& takes) : handler(std::move(function)) {
    takes_ = &takes;
  }

  void run(const call_ptr& x) const { run_(x); }
  const body_table* takes() const { return takes_; }

private:
  std::function<void(const call_ptr&)> run_;
  const body_table* takes_ = nullptr;
};

/// One operation of the API.
struct route {
  std::string_view method;
  std::string path;  ///< "/v1/nodes/{ident}": a {…} matches any one segment.
  handler answers;
  int since = 1;  ///< First microversion; 0: the path is not versioned.
  /// The status for an older version: 404, 405 or 406.
  unsigned when_older = 404;
  body_kind body = body_kind::normal;
  std::string summary{};
  access who = access::user;
  /// How the route differs from Ironic, and why. For docs/reference/api.md and the OpenAPI
  /// document.
  std::string_view differs = {};
};

struct route_match {
  const route* found = nullptr;
  std::vector<std::string> arguments;
  std::vector<const route*> others{};  ///< If no method matches: the other routes of the path.
};

/// The listener that received a request: the only one, or one of two.
enum class listener_kind : uint8_t {
  only,      ///< Everything is served here.
  users,     ///< Everything except the routes of ramdisks.
  ramdisks,  ///< Only the routes of ramdisks and discovery.
};

bool is_served(const route& x, listener_kind listener);

/// Finds the route of a path among those of a listener. The prefix "/v1" is optional, and old paths
/// match too (legacy_paths.hpp).
route_match find_route(std::span<const route> table, std::string_view method,
                       const std::vector<std::string>& path,
                       listener_kind listener = listener_kind::only);

size_t body_bytes_max(const route* route, const gateway_options& options);

}  // namespace ironbus::http
