#pragma once

#include "tests/simulation/run/api_user.hpp"

#include <functional>
#include <string>

namespace ironbus::simulation {

/// Leads nodes through a whole life by the API, one after the other: enrol, verify, clean, deploy,
/// undeploy, delete. It reads the node's state and requests the next verb. After an unclear
/// response (503, a closed connection) it reads again. Sometimes it does something else in between.
/// It remembers what a 2xx response promised.
class machine_operator : public api_user {
public:
  /// `may_be_forgotten`: whether the store has recently lost promised data.
  machine_operator(surroundings& around, cluster& service, uint32_t number, uint32_t lives,
                   complaint complain, std::function<bool()> may_be_forgotten);

  void start() override;
  bool finished() const override { return lives_left_ == 0; }
  uint32_t lives_ended() const { return lives_ended_; }
  /// Current activity, for reports.
  std::string position() const override;
  const std::string& node() const { return node_; }
  /// Time of the node's last change.
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

  std::string node_;      ///< UUID; empty: no node.
  std::string mac_;       ///< Empty: no agent.
  bool created_ = false;  ///< Confirmed by a 2xx response.
  bool has_port_ = false;
  std::string shared_port_;  ///< UUID of a port with a contested address; empty: none.
  bool deleting_ = false;    ///< Its deletion was requested; it may be missing.
  bool was_active_ = false;
  bool wants_trait_ = false;
  bool wants_inspection_ = false;
  bool wants_flashing_ = false;
  bool waits_for_tenant_ = false;  ///< It stays available for a while.
  std::string seen_;               ///< State and other signs of progress.
  moment changed_{};
  uint32_t meddled_ = 0;
};

}  // namespace ironbus::simulation
