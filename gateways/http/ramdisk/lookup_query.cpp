#include "gateways/http/ramdisk/lookup_query.hpp"

#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/contract/mac_address.hpp"

namespace ironbus::http {

result<lookup_query> read_lookup_query(const target& url) {
  lookup_query out;
  for (const auto& [name, value] : url.query) {
    if (name == "node_uuid") {
      if (!is_uuid(value))
        return fail(error_code::invalid, "Invalid value for 'node_uuid'; it must be a UUID.");
      out.node = value;
    } else if (name == "addresses") {
      std::string_view rest = value;
      while (!rest.empty()) {
        const auto comma = rest.find(',');
        // Skips addresses that identify no machine (InfiniBand, noise).
        if (auto mac = usable_mac(rest.substr(0, comma))) out.addresses.push_back(std::move(*mac));
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
      }
    } else {
      return fail(error_code::invalid, "Unexpected arguments: " + name.substr(0, 64) +
                                           "; allowed: addresses, node_uuid.");
    }
  }
  if (!out.node && out.addresses.empty())
    return fail(error_code::invalid,
                "A valid MAC address in 'addresses' or a 'node_uuid' is "
                "needed.");
  return out;
}

}  // namespace ironbus::http
