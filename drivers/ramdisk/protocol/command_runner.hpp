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

/// What there is to order, and how.
struct command_entry {
  bool takes_time = false;            // answered at once as RUNNING
  std::set<std::string> needed = {};  // params
  std::set<std::string> optional = {};
  bool takes_any = false;  // further params are passed over
  std::function<nlohmann::json(const nlohmann::json& params)> run;
  /// Throws what refuses the order itself (InvalidCommandParamsError); may be empty.
  std::function<void(const nlohmann::json& params)> check = {};
};

/// By "extension.command".
using command_table = std::map<std::string, command_entry>;

/// A command that was ordered, from its order on.
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

/// A params list that a command does not have: with ironic-python-agent a TypeError that its answer
/// cannot carry, hence an answer of 500.
struct unfit_params : std::exception {
  explicit unfit_params(std::string why) : why_{std::move(why)} {}
  [[nodiscard]] const char* what() const noexcept override { return why_.c_str(); }

private:
  std::string why_;
};

/// Runs commands, one at a time, each on a thread of its own; keeps them all until the agent ends,
/// as the service wants (the newest 512). May be called on any thread.
class command_runner {
public:
  command_runner(command_table table, std::function<void()> ended);
  ~command_runner();

  /// Begins it. Throws command_failure (unknown, busy, refused params) or unfit_params.
  ordered_command_ptr execute(const std::string& name, const nlohmann::json& params);
  /// Whether a command of the table is answered before it has ended.
  [[nodiscard]] bool takes_time(const std::string& name) const;
  /// In the order in which they came.
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
