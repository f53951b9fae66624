#pragma once

#include "gateways/redis/redis_dial.hpp"
#include "gateways/redis/redis_options.hpp"
#include "gateways/redis/scripts/scripts.hpp"

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace ironbus::redis {

/// Logs in and chooses the database. `unavailable` while the server reads its data, or if it was
/// found by Sentinels and is no primary.
result<std::monostate> log_in(connection& link, const endpoint& target);

/// The form of the keys that this release writes; kept under the key `schema`.
inline constexpr uint64_t schema_version = 1;

/// Notes the form of the keys where nobody has yet. `unavailable` if a newer ironbus wrote them.
result<std::monostate> check_schema(connection& link, const std::string& prefix);

/// A connection for tools, which wait for each answer.
class session {
public:
  static result<session> open(const redis_options& options);

  /// Called before each command, which is not sent if it fails: who is in no hurry rests there.
  using pace = std::function<result<std::monostate>()>;
  void set_pace(pace x) { pace_ = std::move(x); }

  /// An error reply is a failure as well.
  result<reply> ask(const std::vector<std::string>& command);
  /// Runs a script, with the prefix as its first argument.
  result<reply> run(const script& script, const std::vector<std::string>& arguments);

  /// With the prefix before it.
  std::string key(std::string_view name) const { return prefix_ + std::string{name}; }
  const std::string& prefix() const { return prefix_; }

private:
  session(connection_ptr link, std::string prefix)
      : connection_{std::move(link)}, prefix_{std::move(prefix)} {}

  connection_ptr connection_;
  std::string prefix_;
  std::map<const script*, std::string> digests_;
  pace pace_;
};

}  // namespace ironbus::redis
