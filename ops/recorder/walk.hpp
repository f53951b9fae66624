#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ironbus::recorder {

/// Returns the body of a GET with status 200. `forbidden`: the BMC rejects the account, and the
/// walk must stop; `unavailable` and `timeout`: no response; other errors concern this resource
/// only.
using resource_reader = std::function<result<std::string>(const std::string& target)>;
using steady_now = std::function<std::chrono::steady_clock::time_point()>;

/// Limits of a recording, independent of the BMC's data.
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
  std::map<std::string, json> resources;  ///< By path, without secrets.
  std::vector<unread_resource> unread;    ///< Linked resources that are not in `resources`.
  bool cut_off = false;                   ///< A limit ended the recording.
};

/// Reads all resources of a BMC, starting at /redfish/v1/, in breadth-first order, each one once.
/// Fails if the service root cannot be read or the BMC rejects the account.
result<recording> walk_bmc(const resource_reader& read, const walk_limits& limits,
                           const steady_now& now = &std::chrono::steady_clock::now);

}  // namespace ironbus::recorder
