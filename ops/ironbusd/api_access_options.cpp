// The rows of the section `api` that say who reaches the API, and how.

#include "ops/ironbusd/limits_of.hpp"
#include "ops/ironbusd/option_table.hpp"

namespace ironbus::daemon {

namespace {

option access_row(std::string name, field where, std::string about, limits allowed = {}) {
  return {"api", std::move(name), std::move(where), std::move(about), std::move(allowed)};
}

std::vector<option> users() {
  return {
      access_row("auth_strategy", at([](auto& x) -> auto& { return x.api.auth_strategy; }),
                 "`noauth`: whoever reaches the API may use it. `http_basic`: users log in by HTTP "
                 "Basic, which is safe over TLS only.",
                 one_of({"noauth", "http_basic"})),
      access_row("http_basic_auth_user_file",
                 at([](auto& x) -> auto& { return x.api.http_basic_auth_user_file; }),
                 "Users and bcrypt hashes of their passwords, as `htpasswd -B` writes them. Read "
                 "again when it changes."),
  };
}

}  // namespace

std::vector<option> api_access_options() { return users(); }

}  // namespace ironbus::daemon
