#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace ironbus::ramdisk {

/// A command's function and parameters.
struct command_entry {
  bool takes_time = false;            // the response comes at once, as RUNNING
  std::set<std::string> needed = {};  // params
  std::set<std::string> optional = {};
  bool takes_any = false;  // ignores other params
  std::function<nlohmann::json(const nlohmann::json& params)> run;
  /// Throws if the command must be rejected (InvalidCommandParamsError); may be empty.
  std::function<void(const nlohmann::json& params)> check = {};
};

/// By "extension.command".
using command_table = std::map<std::string, command_entry>;

/// A command and its state.
class ordered_command {
public:
  explicit ordered_command(std::string name);

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool is_done() const;
  /// {id, command_name, command_status, command_error, command_result}.
  [[nodiscard]] nlohmann::json document() const;

  void succeed(nlohmann::json result);
  void fail(const std::string& status, nlohmann::json error);

private:
  const std::string id_;
  const std::string name_;
  mutable std::mutex lock_;
  std::string status_ = "RUNNING";
  nlohmann::json error_;
  nlohmann::json result_;
};

using ordered_command_ptr = std::shared_ptr<ordered_command>;

/// Params that do not fit the command. ironic-python-agent raises a TypeError, which it cannot
/// serialize, and answers 500.
struct unfit_params : std::exception {
  explicit unfit_params(std::string why) : why_{std::move(why)} {}
  [[nodiscard]] const char* what() const noexcept override { return why_.c_str(); }

private:
  std::string why_;
};

/// Runs commands, one at a time, each on its own thread. Keeps the newest 512 until the agent ends,
/// as the service requires. Thread-safe.
class command_runner {
public:
  command_runner(command_table table, std::function<void()> ended);
  ~command_runner();

  /// Starts a command. Throws command_failure (unknown, busy, invalid params) or unfit_params.
  ordered_command_ptr execute(const std::string& name, const nlohmann::json& params);
  /// Whether the response of the command comes before its end.
  [[nodiscard]] bool takes_time(const std::string& name) const;
  /// In order of arrival.
  [[nodiscard]] std::vector<ordered_command_ptr> all() const;
  [[nodiscard]] ordered_command_ptr find(const std::string& id) const;

private:
  [[nodiscard]] const command_entry& entry_of(const std::string& name) const;
  void run(const ordered_command_ptr& command, const command_entry& entry,
           const nlohmann::json& params) const;

  const command_table table_;
  const std::function<void()> ended_;
  mutable std::mutex lock_;
  std::vector<ordered_command_ptr> commands_;
  std::thread worker_;
};

}  // namespace ironbus::ramdisk
