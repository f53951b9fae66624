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

/// Which of the configured body limits holds.
enum class body_kind : uint8_t { normal, provision, inspection };

/// Who may use a route where users are asked for (api.auth_strategy).
enum class access : uint8_t {
  user,      ///< Whoever has a password.
  everyone,  ///< Anybody: discovery, and what watches over the process.
  ramdisk,   ///< Anybody, as a ramdisk has no password.
  admin,     ///< Whoever has a password and may do more than read: what is shown is for them alone.
};

constexpr bool needs_password(access who) { return who == access::user || who == access::admin; }

/// Starts a handler; its failure or exception is answered to the call. The call that it is given
/// stays where it is until it has ended.
void run_handler(const call_ptr& x, const std::function<task<void>(const call_ptr&)>& work);

/// What answers a route: a function that answers at once, or a task that asks first (task.hpp); and
/// the body that it reads, if any (view/body_table.hpp). A table of a resource is none.
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

/// One thing a client can do, declared once.
struct route {
  std::string_view method;
  std::string path;  ///< "/v1/nodes/{ident}": a {…} takes any one segment.
  handler answers;
  int since = 1;  ///< First microversion; 0: the path is not versioned.
  /// What an older version answers: 404, 405 or 406.
  unsigned when_older = 404;
  body_kind body = body_kind::normal;
  std::string summary{};
  access who = access::user;
  /// Where it is not as Ironic has it, and why; for docs/reference/api.md and the OpenAPI document.
  std::string_view differs = {};
};

struct route_match {
  const route* found = nullptr;
  std::vector<std::string> arguments;
  std::vector<const route*> others{};  ///< If the method is not found: the path's other routes.
};

/// Where a request has come in: the one address, or one of two.
enum class listener_kind : uint8_t {
  only,      ///< Everything is served here.
  users,     ///< All but what ramdisks call.
  ramdisks,  ///< What ramdisks call and discovery, nothing else.
};

bool is_served(const route& x, listener_kind listener);

/// Finds the route of a path among those served at a door; "/v1" at its beginning may be left out,
/// and the path may be an old one (legacy_paths.hpp).
route_match find_route(std::span<const route> table, std::string_view method,
                       const std::vector<std::string>& path,
                       listener_kind listener = listener_kind::only);

size_t body_bytes_max(const route* route, const gateway_options& options);

}  // namespace ironbus::http
