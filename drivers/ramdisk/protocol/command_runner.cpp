#include "drivers/ramdisk/protocol/command_runner.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <algorithm>

namespace ironbus::ramdisk {

namespace {

constexpr std::size_t kept_max = 512;

std::string extension_of(const std::string& name) { return name.substr(0, name.find('.')); }

/// Why the params do not fit the command; empty: they fit.
std::string misfit(const std::string& name, const command_entry& entry,
                   const nlohmann::json& params) {
  for (const auto& one : entry.needed)
    if (!params.contains(one))
      return name + "() missing 1 required positional argument: '" + one + "'";
  for (const auto& [one, value] : params.items())
    if (!entry.takes_any && entry.needed.count(one) == 0 && entry.optional.count(one) == 0)
      return name + "() got an unexpected keyword argument '" + one + "'";
  return {};
}

/// Wraps a plain text, with the command's name in front of a long command's result.
nlohmann::json wrapped(const ordered_command& command, bool takes_time, nlohmann::json result) {
  if (!result.is_string()) return result;
  const auto text = result.get<std::string>();
  return {{"result", takes_time ? command.name() + ": " + text : text}};
}

}  // namespace

ordered_command::ordered_command(std::string name) : id_{random_uuid()}, name_{std::move(name)} {}

bool ordered_command::is_done() const {
  const std::lock_guard held{lock_};
  return status_ != "RUNNING";
}

nlohmann::json ordered_command::document() const {
  const std::lock_guard held{lock_};
  return {{"id", id_},
          {"command_name", name_},
          {"command_status", status_},
          {"command_error", error_},
          {"command_result", result_}};
}

void ordered_command::succeed(nlohmann::json result) {
  const std::lock_guard held{lock_};
  result_ = std::move(result);
  status_ = "SUCCEEDED";
}

void ordered_command::fail(const std::string& status, nlohmann::json error) {
  const std::lock_guard held{lock_};
  error_ = std::move(error);
  status_ = status;
}

command_runner::command_runner(command_table table, std::function<void()> ended)
    : table_{std::move(table)}, ended_{std::move(ended)} {}

command_runner::~command_runner() {
  if (worker_.joinable()) worker_.join();
}

const command_entry& command_runner::entry_of(const std::string& name) const {
  const auto extension = extension_of(name);
  const bool known = std::any_of(table_.begin(), table_.end(), [&extension](const auto& x) {
    return extension_of(x.first) == extension;
  });
  if (!known) throw not_found("Extension", extension);
  const auto found = table_.find(name);
  if (found == table_.end())
    throw invalid_command("Unknown command: " + name.substr(extension.size() + 1));
  return found->second;
}

ordered_command_ptr command_runner::execute(const std::string& name, const nlohmann::json& params) {
  const std::lock_guard held{lock_};
  if (name.find('.') == std::string::npos)
    throw invalid_command("Command name must be of the form <extension>.<name>");
  if (!commands_.empty() && !commands_.back()->is_done()) throw busy(commands_.back()->name());
  const auto& entry = entry_of(name);
  const auto bare = name.substr(name.find('.') + 1);
  const auto why = misfit(bare, entry, params);
  if (!why.empty() && !entry.takes_time) throw unfit_params{why};
  if (entry.check && why.empty()) entry.check(params);
  if (worker_.joinable()) worker_.join();
  auto command = std::make_shared<ordered_command>(bare);
  commands_.push_back(command);
  if (commands_.size() > kept_max) commands_.erase(commands_.begin());
  log_line("command " + name + " starts");
  if (!why.empty()) {
    command->fail("FAILED", execution_failed(why).document());
    ended_();
    return command;
  }
  worker_ = std::thread{[this, command, &entry, params] { run(command, entry, params); }};
  return command;
}

void command_runner::run(const ordered_command_ptr& command, const command_entry& entry,
                         const nlohmann::json& params) const {
  try {
    command->succeed(wrapped(*command, entry.takes_time, entry.run(params)));
    log_line("command " + command->name() + " is done");
  } catch (const command_failure& failed) {
    log_line("command " + command->name() + " failed: " + failed.what());
    command->fail(failed.type == "VersionMismatch" ? "CLEAN_VERSION_MISMATCH" : "FAILED",
                  failed.document());
  } catch (const std::exception& failed) {
    log_line("command " + command->name() + " failed: " + failed.what());
    command->fail("FAILED", execution_failed(failed.what()).document());
  }
  if (entry.takes_time) ended_();
}

bool command_runner::takes_time(const std::string& name) const {
  const auto found = table_.find(name);
  return found != table_.end() && found->second.takes_time;
}

std::vector<ordered_command_ptr> command_runner::all() const {
  const std::lock_guard held{lock_};
  return commands_;
}

ordered_command_ptr command_runner::find(const std::string& id) const {
  const std::lock_guard held{lock_};
  for (const auto& one : commands_)
    if (one->id() == id) return one;
  throw not_found("Command Result", id);
}

}  // namespace ironbus::ramdisk
