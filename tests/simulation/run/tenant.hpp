#pragma once

#include "tests/simulation/run/api_user.hpp"

#include <functional>
#include <string>

namespace ironbus::simulation {

/// Requests nodes by allocations, one after the other: follows each one and deletes it after a
/// while. It requests any node of a class, one of some candidates, one with a trait, or records a
/// node that is already in use.
class tenant : public api_user {
public:
  struct surveillance {
    complaint complain;
    /// Whether an allocation was deleted by its node or by other users.
    std::function<bool(const std::string&)> has_ended_rightly;
    std::function<bool()> may_be_forgotten;  ///< The store has recently lost promised data.
    std::function<bool()> is_over;           ///< There will be no more nodes.
  };

  tenant(surroundings& around, cluster& service, surveillance watched);

  void start() override { again(); }
  bool finished() const override { return finished_; }
  std::string position() const override { return "allocation " + allocation_; }

private:
  void again();
  void step();
  void look_for_nodes();
  void wish(const json& nodes);
  void create();
  void look();
  void end();
  void has_gone();

  const surveillance watched_;

  std::string allocation_;  ///< UUID; empty: none.
  json wished_;
  bool created_ = false;  ///< Confirmed by a 2xx response, or by a conflict with itself.
  bool ending_ = false;   ///< Its deletion was requested.
  moment kept_until_{};
  bool finished_ = false;
};

}  // namespace ironbus::simulation
