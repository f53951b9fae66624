#pragma once

#include "gateways/http/listening/verified_certificate.hpp"
#include "messages/base/json.hpp"
#include "messages/rights/identity.hpp"

#include <functional>
#include <map>
#include <string>
#include <variant>

namespace ironbus::http {

/// The users of client certificates.
class certificate_users {
public:
  /// Reads a YAML map of users. Each has a list of certificates, and roles and a scope as in
  /// parse_user_roles():
  ///     ann: {certificates: ["subject:CN=ann,O=Example"], roles: [admin], system: true}
  ///     metal3: {certificates: ["san:URI:spiffe://example.org/metal3", "spki:12ab…"], …}
  /// `invalid` names the user and what is wrong.
  static result<certificate_users> parse(const std::string& text);
  /// The same from a file. `invalid` names the file, too.
  static result<certificate_users> read(const std::string& path);

  /// The user of a certificate; null: none. A rule for its key (spki) decides before one for its
  /// subject, and that before its alternative names, in their order.
  const rights::identity* find(const verified_certificate& certificate) const;

  size_t rules() const { return by_rule_.size(); }

private:
  result<std::monostate> add(const std::string& user, const json& rules,
                             const rights::identity& who);

  std::map<std::string, rights::identity, std::less<>> by_rule_;  ///< Such as "spki:12ab…".
};

}  // namespace ironbus::http
