#include "gateways/http/nodes/provision_limits.hpp"

#include "gateways/http/api/questions.hpp"
#include "gateways/http/services/services.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

using e = provision_event;
using s = provision_state;

constexpr std::array deploying_states{s::deploying, s::deploy_wait};
constexpr std::array cleaning_states{s::deleting, s::cleaning, s::clean_wait};

/// A limit and the states of the nodes that it counts.
struct limited {
  e event;
  size_t gateway_options::*limit;
  std::string_view option;
  std::span<const s> states;
};

constexpr std::array rows{
    limited{e::deploy, &gateway_options::max_concurrent_deploy, "max_concurrent_deploy",
            deploying_states},
    limited{e::rebuild, &gateway_options::max_concurrent_deploy, "max_concurrent_deploy",
            deploying_states},
    limited{e::provide, &gateway_options::max_concurrent_clean, "max_concurrent_clean",
            cleaning_states},
    limited{e::clean, &gateway_options::max_concurrent_clean, "max_concurrent_clean",
            cleaning_states},
    limited{e::undeploy, &gateway_options::max_concurrent_clean, "max_concurrent_clean",
            cleaning_states},
};

}  // namespace

task<> check_limits(const call_ptr& call, provision_event event) {
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const limited& one) { return one.event == event; });
  const size_t limit = row == rows.end() ? 0 : call->services.options.*(row->limit);
  if (limit == 0) co_return;
  filter of_states{"provision_state", filter::op::equal, {}};
  for (auto state : row->states) of_states.values.emplace_back(to_string(state));
  query wanted;
  wanted.collection = "nodes";
  wanted.filters.push_back(std::move(of_states));
  wanted.limit = limit;
  const auto busy = co_await list_rows(call, std::move(wanted));
  if (busy.size() >= limit)
    co_await fail(error_code::unavailable, "The option " + std::string(row->option) + " allows " +
                                               std::to_string(limit) +
                                               " nodes at a time, and as many are in progress. "
                                               "Try again later.");
}

}  // namespace ironbus::http
