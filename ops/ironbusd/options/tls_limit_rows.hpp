#pragma once

#include "messages/platform/tls_limits.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option.hpp"
#include "ops/ironbusd/options/tls_check.hpp"

#include <string>
#include <vector>

namespace ironbus::daemon {

/// The rows tls_minimum_version and tls_ciphers of one section. `peers`: the other side of these
/// links, such as "agents"; `place` returns the limits in the settings; `note`: further sentences
/// on the version.
template <class Place>
std::vector<option> tls_limit_rows(const std::string& section, const std::string& peers,
                                   Place place, const std::string& note = {}) {
  option version{section, "tls_minimum_version",
                 member_option([place](auto& x) -> auto& { return place(x).minimum_version; }),
                 "Lowest TLS version of connections to " + peers + "." + note,
                 one_of({"1.2", "1.3"})};
  option ciphers{section, "tls_ciphers",
                 member_option([place](auto& x) -> auto& { return place(x).ciphers; }),
                 "OpenSSL's cipher list of connections to " + peers +
                     " up to TLS 1.2. Empty: OpenSSL's default."};
  ciphers.check = check_tls_ciphers;
  return {std::move(version), std::move(ciphers)};
}

}  // namespace ironbus::daemon
