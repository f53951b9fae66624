#include "gateways/http/resources/processes.hpp"

#include "gateways/http/api/questions.hpp"

#include <algorithm>

namespace ironbus::http {

task<process_list> read_processes(const call_ptr& call) {
  const auto members = co_await read_members(call);
  process_list out;
  out.reserve(members.size());
  for (const auto& one : members) out.push_back(decode_description(one));
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.host < b.host; });
  co_return out;
}

}  // namespace ironbus::http
