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

/// Logs in and selects the database. `unavailable` while the server loads its data, or if Sentinels
/// named it and it is not a primary.
result<std::monostate> log_in(connection& link, const endpoint& target);

/// The version of the keys that this release writes, stored under the key `schema`.
inline constexpr uint64_t schema_version = 1;

/// Stores the schema version if none is stored. `unavailable` if a newer ironbus wrote it.
result<std::monostate> check_schema(connection& link, const std::string& prefix);

/// A connection for tools, which waits for each answer.
class session {
public:
  static result<session> open(const redis_options& options);

  /// Called before each command. If it fails, the command is not sent. Background work pauses in
  /// it.
  using pace = std::function<result<std::monostate>()>;
  void set_pace(pace x) { pace_ = std::move(x); }

  /// Sends a command. An error reply is a failure.
  result<reply> ask(const std::vector<std::string>& command);
  /// Runs a script with the prefix as its first argument.
  result<reply> run(const script& script, const std::vector<std::string>& arguments);

  /// The key with the prefix.
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
