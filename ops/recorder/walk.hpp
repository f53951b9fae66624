#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ironbus::recorder {

/// The body of a GET that is answered 200. `forbidden`: the account is not let in, and is not to be
/// tried again; `unavailable` and `timeout`: nobody answers; else what became of this one.
using resource_reader = std::function<result<std::string>(const std::string& target)>;
using steady_now = std::function<std::chrono::steady_clock::time_point()>;

/// How much is read at most, whatever the BMC says it has.
struct walk_limits {
  size_t resources_max = 5'000;
  size_t bytes_max = 128 * 1024 * 1024;
  std::chrono::seconds longest{1'800};
};

struct unread_resource {
  std::string path;
  std::string why;
};

struct recording {
  std::map<std::string, json> resources;  ///< By path; the secrets are out.
  std::vector<unread_resource> unread;    ///< Linked to, and not recorded.
  bool cut_off = false;                   ///< A limit ended it.
};

/// Reads a BMC from /redfish/v1/ on: what is near before what is far, one after the other, each
/// once. Fails where the service root cannot be read or the account is not let in.
result<recording> walk_bmc(const resource_reader& read, const walk_limits& limits,
                           const steady_now& now = &std::chrono::steady_clock::now);

}  // namespace ironbus::recorder
