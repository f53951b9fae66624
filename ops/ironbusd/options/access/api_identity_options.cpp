// The rows of the section `api` about API tokens and limits of users and projects.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option identity_row(std::string name, field where, std::string description, limits allowed) {
  return {"api", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

std::vector<option> token_rows() {
  return {
      identity_row("token_lifetime_max",
                   member_option([](auto& x) -> auto& { return x.api.tokens.lifetime_max; }),
                   "Longest time between the creation and the expiry of an API token.",
                   within(1min, 24h * 3650)),
      identity_row("token_cache_time",
                   member_option([](auto& x) -> auto& { return x.api.tokens.cache_time; }),
                   "How long a gateway remembers an API token. A token revoked by another gateway "
                   "stays valid for at most this time.",
                   within(0s, 10min)),
      identity_row("tokens_per_user_max",
                   member_option([](auto& x) -> auto& { return x.api.tokens.per_user_max; }),
                   "Most API tokens that one user may have. A token counts until a week after its "
                   "expiry, also if it is revoked.",
                   within(1, 100'000)),
  };
}

std::vector<option> user_limit_rows() {
  return {
      identity_row(
          "requests_per_second_per_user",
          member_option([](auto& x) -> auto& { return x.api.identities.requests_per_second; }),
          "Most requests per second of one authenticated user to this gateway; further ones are "
          "answered 429. Agents and health checks have no limit. 0: no limit.",
          within(0, 1'000'000)),
      identity_row("requests_burst_per_user",
                   member_option([](auto& x) -> auto& { return x.api.identities.requests_burst; }),
                   "Most requests that one user may send at once after a pause. 0: as many as "
                   "requests_per_second_per_user.",
                   within(0, 1'000'000)),
      identity_row(
          "requests_at_once_per_user",
          member_option([](auto& x) -> auto& { return x.api.identities.requests_at_once; }),
          "Most requests of one authenticated user that run at once in this gateway; further ones "
          "are answered 429. 0: no limit.",
          within(0, 1'000'000)),
  };
}

std::vector<option> project_limit_rows() {
  return {
      identity_row("nodes_per_project_max",
                   member_option([](auto& x) -> auto& { return x.api.projects.nodes_max; }),
                   "Most nodes that one project may own. Further ones are answered 429. 0: no "
                   "limit.",
                   within(0, 10'000'000)),
      identity_row("allocations_per_project_max",
                   member_option([](auto& x) -> auto& { return x.api.projects.allocations_max; }),
                   "Most allocations that one project may own. Further ones are answered 429. 0: "
                   "no limit.",
                   within(0, 10'000'000)),
      identity_row(
          "operations_per_project_max",
          member_option([](auto& x) -> auto& { return x.api.projects.operations_max; }),
          "Most nodes of one project that may be in work, such as in cleaning or deploying. A "
          "user of the project that starts a further operation is answered 429. 0: no limit.",
          within(0, 10'000'000)),
  };
}

}  // namespace

std::vector<option> api_identity_options() {
  auto out = token_rows();
  for (auto part : {user_limit_rows, project_limit_rows}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
