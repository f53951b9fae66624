#pragma once

#include "tests/simulation/run/api_user.hpp"

namespace ironbus::simulation {

/// Keeps inspection rules, each for a while, one after the other. Each applies to one kind of nodes
/// and adds its UUID there. Unit tests check the other actions of rules.
class rule_author : public api_user {
public:
  struct surveillance {
    complaint complain;
    std::function<bool()> may_be_forgotten;  ///< The store has recently lost promised data.
    std::function<bool()> is_over;           ///< There will be no more nodes.
  };

  rule_author(surroundings& around, cluster& service, surveillance watched)
      : api_user{around, service}, watched_{std::move(watched)} {}

  void start() override { again(); }
  bool finished() const override { return finished_; }
  std::string position() const override { return "inspection rule " + rule_; }

private:
  void again();
  void step();
  void think_of_one();
  void create();
  void look();
  void end();

  const surveillance watched_;

  std::string rule_;  ///< UUID; empty: none.
  json content_;
  bool created_ = false;
  bool ending_ = false;  ///< Its deletion was requested.
  moment kept_until_{};
  bool finished_ = false;
};

}  // namespace ironbus::simulation
