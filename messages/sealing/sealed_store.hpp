#pragma once

#include "messages/crypto/secret_box.hpp"
#include "messages/ports/forwarding_store.hpp"

#include <memory>

namespace ironbus::sealing {

/// A store whose secrets are encrypted: in snapshots, summaries of rows, outboxes and outcomes of
/// steps each secret alone, in the log of decisions each entry as a whole. Its users see clear
/// text. If a value cannot be decrypted, the call is `internal` and names the record and the field.
class sealed_store final : public forwarding_store {
public:
  sealed_store(std::unique_ptr<store> inner, std::shared_ptr<const secret_box> box);

  void apply(commit x, commit_callback done) override;
  void load(std::string aggregate, std::string id, callback<stored> done) override;
  void list(query x, callback<std::vector<listed>> done) override;
  void claim_step(std::string key, std::string owner, claim_purpose purpose,
                  callback<step_claim> done) override;
  void read_claim(std::string key, callback<step_claim> done) override;
  void take_over_step(std::string key, std::string dead_owner, std::string owner,
                      callback<step_claim> done) override;
  void finish_step(std::string key, std::string owner, std::string outcome,
                   callback<std::monostate> done) override;
  void read_events(event_query x, callback<event_page> done) override;

private:
  const std::unique_ptr<store> inner_;
  const std::shared_ptr<const secret_box> box_;
};

}  // namespace ironbus::sealing
