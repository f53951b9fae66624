#include "gateways/http/access/access_control.hpp"

#include "messages/platform/log.hpp"

namespace ironbus::http {

namespace {

result<rights::rule_set> rules_from(const access_control_options& options) {
  if (options.policy_file.empty()) return rights::rule_set{options.rules};
  return read_policy(options.policy_file, options.rules);
}

void warn_of_unknown(const rights::rule_set& rules, const std::string& path) {
  for (const auto& name : rules.unknown_names())
    log::warn("http: the policy refers to a rule that does not exist and denies",
              {{log_key::file, path}, {log_key::error, "rule '" + name + "'"}});
}

}  // namespace

result<std::monostate> access_control::start() {
  roles_stamp_ = stamp_of(options_.roles_file);  // Before the read: a later change is noticed.
  policy_stamp_ = stamp_of(options_.policy_file);
  auto users = read_user_roles(options_.roles_file);
  if (!users) return tl::unexpected(users.error());
  auto rules = rules_from(options_);
  if (!rules) return tl::unexpected(rules.error());
  warn_of_unknown(*rules, options_.policy_file);
  std::lock_guard hold{mutex_};
  users_ = std::make_shared<const user_roles>(std::move(*users));
  rules_ = std::make_shared<const rights::rule_set>(std::move(*rules));
  return {};
}

rights::identity access_control::identity_of(const std::string& user) const {
  std::shared_ptr<const user_roles> users;
  {
    std::lock_guard hold{mutex_};
    users = users_;
  }
  const auto found = users->find(user);
  if (found != users->end()) return found->second;
  rights::identity nobody;
  nobody.user_name = user;
  return nobody;
}

std::shared_ptr<const rights::rule_set> access_control::rules() const {
  std::lock_guard hold{mutex_};
  return rules_;
}

template <class T>
void access_control::replace(std::shared_ptr<const T>& held, result<T> read,
                             const std::string& path) {
  if (!read)
    return log::error("http: cannot read a file of access rules; the previous ones stay in force",
                      {{log_key::error, read.error().message}});
  log::info("http: read a file of access rules again", {{log_key::file, path}});
  auto fresh = std::make_shared<const T>(std::move(*read));
  std::lock_guard hold{mutex_};
  held = std::move(fresh);
}

void access_control::look() {
  if (const auto stamp = stamp_of(options_.roles_file); stamp != roles_stamp_) {
    roles_stamp_ = stamp;
    replace(users_, read_user_roles(options_.roles_file), options_.roles_file);
  }
  if (options_.policy_file.empty()) return;
  if (const auto stamp = stamp_of(options_.policy_file); stamp != policy_stamp_) {
    policy_stamp_ = stamp;
    auto read = rules_from(options_);
    if (read) warn_of_unknown(*read, options_.policy_file);
    replace(rules_, std::move(read), options_.policy_file);
  }
}

}  // namespace ironbus::http
