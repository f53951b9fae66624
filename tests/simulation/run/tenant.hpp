#pragma once

#include "tests/simulation/run/api_user.hpp"

#include <functional>
#include <string>

namespace ironbus::simulation {

/// Asks for nodes by allocations, one after the other, as a client does: looks what becomes of each
/// and ends it after a while. It asks for any node of a class, for one of some candidates, for one
/// with a trait, or records one that is in use already.
class tenant : public api_user {
public:
  struct surveillance {
    complaint complain;
    /// Whether an allocation was ended by its node, or by others.
    std::function<bool(const std::string&)> has_ended_rightly;
    std::function<bool()> may_be_forgotten;  ///< The store has lost what was promised lately.
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
  bool created_ = false;  ///< A 2xx, or a conflict with itself, has said so.
  bool ending_ = false;   ///< Its end was asked for.
  moment kept_until_{};
  bool finished_ = false;
};

}  // namespace ironbus::simulation
