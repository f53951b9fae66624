#pragma once

#include "actors/catalog/decide_record.hpp"

#include <map>
#include <string>
#include <vector>

namespace ironbus::test {

/// A record without a runtime: it decides on messages, and applies its decisions at once.
class record_fixture {
public:
  explicit record_fixture(const std::string& type) : type_{*find_record_type(type)} {}

  reply tell(const record_message& x);
  /// Delivers the same message again, under its old id.
  reply repeat_last();
  /// The id of the last message, and the later reply to the message of that id.
  const std::string& last_id() const { return last_id_; }
  std::optional<reply> later(const std::string& id) const;
  reply create(json fields, int api_version = 115);
  reply patch(const std::string& op, const std::string& path, json value = nullptr);

  bool exists() const { return snapshot_.has_value(); }
  const json& attributes() const { return snapshot_->attributes; }
  bool has_question() const { return question_.has_value(); }
  const query& question() const { return *question_; }
  /// Messages to nodes since the last call.
  std::vector<std::pair<std::string, command>> published();
  /// The ids of all messages to nodes.
  const std::vector<std::string>& published_ids() const { return published_ids_; }
  void pass(std::chrono::seconds x) { time_ += x; }

  std::optional<seen_access> seen;  ///< The access on which the sender's permission is based.

  static inline const std::string uuid = "22222222-bbbb-4bbb-8bbb-000000000006";

private:
  reply decide();

  const record_type& type_;
  driver_catalog drivers_;
  installation_policy policy_;
  conductor_options options_;
  timestamp time_{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};
  std::optional<record_snapshot> snapshot_;
  std::optional<query> question_;
  std::vector<std::pair<std::string, command>> published_;
  std::vector<std::string> published_ids_;
  std::map<std::string, reply> replies_;
  size_t messages_ = 0;
  std::string last_id_;
  record_message last_ = deadline_passed{};
};

std::string code_of_answer(const reply& x);

}  // namespace ironbus::test
