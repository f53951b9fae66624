#include "gateways/http/resources/fleet.hpp"

#include "gateways/http/services/services.hpp"

#include <algorithm>

namespace ironbus::http {

void with_fleet(const call_ptr& x,
                std::function<void(const std::vector<process_description>&)> go_on) {
  auto got = [go_on = std::move(go_on)](const std::vector<member>& members) {
    std::vector<process_description> out;
    for (const auto& one : members) out.push_back(decode_description(one));
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.host < b.host; });
    go_on(out);
  };
  x->with.records.members(x->then<std::vector<member>>(std::move(got)));
}

}  // namespace ironbus::http
