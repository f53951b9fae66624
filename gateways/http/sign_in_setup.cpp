#include "gateways/http/sign_in_setup.hpp"

#include "gateways/http/access/basic_authenticator.hpp"
#include "gateways/http/access/oidc/oidc_authenticator.hpp"
#include "gateways/http/access/session/session_authenticator.hpp"
#include "messages/base/uuid.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

using made_way = std::unique_ptr<authenticator>;

made_way make_basic(const gateway_options& options) {
  basic_auth_options out;
  out.file = options.http_basic_auth_user_file;
  return std::make_unique<basic_authenticator>(std::move(out), options.user_roles_file);
}

made_way make_oidc(const gateway_options& options) {
  static const system_clock time;
  return std::make_unique<oidc_authenticator>(options.oidc, options.make_web_client, time);
}

struct way_row {
  std::string_view name;
  made_way (*make)(const gateway_options& options);
};

constexpr std::array way_rows{
    way_row{basic_authenticator::method, make_basic},
    way_row{oidc_authenticator::method, make_oidc},
};

rights::rule_options rule_options_of(const gateway_options& options) {
  rights::rule_options out;
  if (options.rbac_service_role_elevated_access)
    out.service_project = options.rbac_service_project_name;
  return out;
}

/// Sessions of all other ways. They come last: credentials in headers count more than a cookie.
made_way make_sessions(const sign_in::ways& others, const gateway_options& options) {
  std::vector<authenticator*> ways;
  for (const auto& way : others) ways.push_back(way.get());
  session_options out;
  out.secret = options.session_secret.empty() ? random_token() : options.session_secret;
  out.lifetime = options.session_time;
  return std::make_unique<session_authenticator>(std::move(out), std::move(ways));
}

}  // namespace

std::unique_ptr<sign_in> make_sign_in(const gateway_options& options, token_services tokens) {
  sign_in::ways ways;
  for (const auto& name : options.auth_strategy) {
    if (name == token_authenticator::method)  // The only one that reads the store.
      ways.push_back(std::make_unique<token_authenticator>(tokens));
    const auto* row = std::find_if(way_rows.begin(), way_rows.end(),
                                   [&](const auto& x) { return x.name == name; });
    if (row != way_rows.end()) ways.push_back(row->make(options));
  }
  if (!ways.empty()) ways.push_back(make_sessions(ways, options));
  throttle_options throttled;
  throttled.failures_max = options.failed_sign_ins_max;
  return std::make_unique<sign_in>(std::move(ways), options.policy_file, rule_options_of(options),
                                   throttled);
}

}  // namespace ironbus::http
