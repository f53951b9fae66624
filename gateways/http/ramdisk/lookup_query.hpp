#pragma once

#include "gateways/http/api/target.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus::http {

/// What a ramdisk knows of its node: the UUID, or MACs in their normal form.
struct lookup_query {
  std::optional<std::string> node;
  std::vector<std::string> addresses;
};

/// What the query says. `invalid` if it names neither, or anything else.
result<lookup_query> read_lookup_query(const target& url);

}  // namespace ironbus::http
