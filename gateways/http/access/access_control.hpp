#pragma once

#include "gateways/http/access/access_files.hpp"
#include "messages/platform/file_stamp.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ironbus::http {

struct access_control_options {
  std::string roles_file;   ///< Identities of users, see parse_user_roles().
  std::string policy_file;  ///< Overrides of rules; empty: none.
  rights::rule_options rules;
};

/// The identities of users and the rules for them. Reads its files again when they change, and
/// keeps the previous content if the new one is wrong. Thread safe.
class access_control {
public:
  explicit access_control(access_control_options options) : options_(std::move(options)) {}

  /// `invalid` if a file cannot be read or is wrong.
  result<std::monostate> start();

  /// The identity of a user. A user that the file does not name has no roles.
  rights::identity identity_of(const std::string& user) const;

  std::shared_ptr<const rights::rule_set> rules() const;

  /// Reads changed files. Call it about once a second.
  void look();

private:
  template <class T>
  void replace(std::shared_ptr<const T>& held, result<T> read, const std::string& path);

  const access_control_options options_;
  file_stamp roles_stamp_;  ///< Used by start() and look() only.
  file_stamp policy_stamp_;
  mutable std::mutex mutex_;  ///< Guards the following members.
  std::shared_ptr<const user_roles> users_;
  std::shared_ptr<const rights::rule_set> rules_;
};

}  // namespace ironbus::http
