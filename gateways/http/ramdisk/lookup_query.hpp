#pragma once

#include "gateways/http/api/target.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus::http {

/// The identification that a ramdisk sends: the UUID, or MAC addresses in normal form.
struct lookup_query {
  std::optional<std::string> node;
  std::vector<std::string> addresses;
};

/// Reads the query. `invalid` if it has neither, or other parameters.
result<lookup_query> read_lookup_query(const target& url);

}  // namespace ironbus::http
