#pragma once

#include "gateways/http/access/sign_in.hpp"
#include "gateways/http/access/token_authenticator.hpp"
#include "gateways/http/services/options.hpp"

namespace ironbus::http {

/// Makes the ways to sign in that api.auth_strategy names. It was checked before. `tokens`: for API
/// tokens.
std::unique_ptr<sign_in> make_sign_in(const gateway_options& options, token_services tokens);

}  // namespace ironbus::http
