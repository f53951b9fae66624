#include "gateways/http/api/request_id.hpp"

#include "messages/base/uuid.hpp"

namespace ironbus::http {

std::string callers_request_id(const header_list& headers) {
  static constexpr std::string_view prefix = "req-";
  const auto id = find_header(headers, "X-Openstack-Request-Id");
  const bool good = id.starts_with(prefix) && is_uuid(id.substr(prefix.size()));
  return good ? std::string{id} : std::string{};
}

}  // namespace ironbus::http
