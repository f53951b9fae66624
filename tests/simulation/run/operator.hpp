#pragma once

#include "tests/simulation/run/api_user.hpp"

#include <functional>
#include <string>

namespace ironbus::simulation {

/// Leads one node after the other through a whole life, by the API as a client does: enrolled,
/// verified, cleaned, deployed, torn down, deleted. It reads what the node is and asks for what
/// comes next; an unclear answer (503, a connection that ended) is followed by another look. Now
/// and then it does something else in between. What it was promised by a 2xx it remembers.
class machine_operator : public api_user {
public:
  /// `may_be_forgotten`: whether the store has lost what was promised lately.
  machine_operator(surroundings& around, cluster& service, uint32_t number, uint32_t lives,
                   complaint complain, std::function<bool()> may_be_forgotten);

  void start() override;
  bool finished() const override { return lives_left_ == 0; }
  uint32_t lives_ended() const { return lives_ended_; }
  /// What it is at, for reports.
  std::string position() const override;
  const std::string& node() const { return node_; }
  /// Since when the node has been as it is.
  moment unchanged_since() const { return changed_; }

private:
  void again();
  void step();
  void create();
  void create_port();
  void look();
  void seen(const json& node);
  void act(const std::string& state, const json& node);
  void meddle();
  void delete_node();
  void change_shared_port();
  void ask_for(const std::string& target);
  void end_life();
  void vanished(const api_answer& answer);

  const uint32_t number_;
  uint32_t lives_left_;
  uint32_t lives_ended_ = 0;
  complaint complain_;
  std::function<bool()> may_be_forgotten_;

  std::string node_;      ///< UUID; empty: none is alive.
  std::string mac_;       ///< Empty: it has no agent.
  bool created_ = false;  ///< A 2xx has said so.
  bool has_port_ = false;
  std::string shared_port_;  ///< UUID of a port whose address others want, too; empty: none.
  bool deleting_ = false;    ///< Its end was asked for; it may be gone.
  bool was_active_ = false;
  bool wants_trait_ = false;
  bool wants_inspection_ = false;
  bool wants_flashing_ = false;
  bool waits_for_tenant_ = false;  ///< It is left available for a while.
  std::string seen_;               ///< State and what else tells of progress.
  moment changed_{};
  uint32_t meddled_ = 0;
};

}  // namespace ironbus::simulation
