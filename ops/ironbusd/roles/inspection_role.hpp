#pragma once

#include "actors/inspection/processing/engine.hpp"
#include "actors/runtime/rule_follower.hpp"
#include "messages/ports/store.hpp"
#include "ops/ironbusd/options/settings.hpp"

namespace ironbus::daemon {

/// The inspection engine for the settings; reads the file of built-in rules. `invalid` with
/// "<option>: sentence".
result<std::unique_ptr<inspection::engine>> make_engine(const settings& settings);

/// The kernel parameters of an inspection ramdisk.
std::string inspection_kernel_params(const inspection_settings& settings,
                                     const std::string& service_url);

/// Inspection in this process: the engine for gateway and conductor, and the updates of its rules.
class inspection_role {
public:
  static result<std::unique_ptr<inspection_role>> make(const settings& settings, bus& messages,
                                                       store& records);

  const inspection::engine& engine() const { return *engine_; }

  void start() { follower_->start(); }
  void stop() { follower_->stop(); }

private:
  std::unique_ptr<inspection::engine> engine_;
  std::unique_ptr<inspection::rule_follower> follower_;
};

}  // namespace ironbus::daemon
