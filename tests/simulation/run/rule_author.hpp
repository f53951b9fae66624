#pragma once

#include "tests/simulation/run/api_user.hpp"

namespace ironbus::simulation {

/// Keeps an inspection rule after the other, each for a while. All of them are for one kind of
/// nodes and leave their UUID there; what else they do is the unit tests' business.
class rule_author : public api_user {
public:
  struct surveillance {
    complaint complain;
    std::function<bool()> may_be_forgotten;  ///< The store has lost what was promised lately.
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
  bool ending_ = false;  ///< Its end was asked for.
  moment kept_until_{};
  bool finished_ = false;
};

}  // namespace ironbus::simulation
