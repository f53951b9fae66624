#include "ops/ironbusd/file_rules.hpp"

#include "gateways/http/htpasswd.hpp"

namespace ironbus::daemon {

namespace {

void check_users(const settings& x, problems& out) {
  if (x.api.auth_strategy != "http_basic") return;
  if (const auto read = http::read_htpasswd(x.api.http_basic_auth_user_file); !read)
    out.push_back({"", "api.http_basic_auth_user_file", read.error().message});
}

}  // namespace

problems broken_files(const settings& x) {
  problems out;
  if (!x.has_role("gateway")) return out;
  check_users(x, out);
  return out;
}

}  // namespace ironbus::daemon
