#pragma once

#include "gateways/http/access/keystone/keystone_options.hpp"
#include "ops/ironbusd/configuration/problem.hpp"

namespace ironbus::daemon {

/// The rules of the section keystone_authtoken, for api.auth_strategy: keystone.
void check_keystone(const http::keystone_options& options, problems& out);

/// Reads the files that it names.
void check_keystone_certificates(const http::keystone_options& options, problems& out);

}  // namespace ironbus::daemon
