#include "ops/ironbusd/incident/past_installation.hpp"

#include "drivers/registry/registry.hpp"
#include "ops/ironbusd/configuration/written_options.hpp"
#include "ops/ironbusd/roles/inspection_role.hpp"

namespace ironbus::daemon {

namespace {

std::shared_ptr<const served_groups> served_of(const decision_context& known) {
  if (!known.served) return nullptr;
  return std::make_shared<const served_groups>(
      std::set<std::string, std::less<>>{known.served->begin(), known.served->end()});
}

usual_times usual_of(const decision_context& known) {
  auto out = std::make_shared<std::map<std::string, usual_time, std::less<>>>();
  for (const auto& one : known.usual) out->emplace(one.kind, one);
  return out;
}

}  // namespace

result<past_installation> past_installation::make(const json& options) {
  auto read = read_written_options(options);
  if (!read) return tl::unexpected(read.error());
  read->inspection.built_in_rules.clear();  // the records have the rules in effect
  past_installation out;
  out.policy_ = make_policy(*read);
  auto drivers = build_catalog(out.policy_->drivers);
  if (!drivers) return tl::unexpected(drivers.error());
  out.drivers_ = std::make_unique<driver_catalog>(*std::move(drivers));
  auto inspecting = make_engine(*read);
  if (!inspecting) return tl::unexpected(inspecting.error());
  out.inspecting_ = *std::move(inspecting);
  out.options_ = read->conductor;
  if (!read->certificate_key_file.empty())
    out.options_.certificate_key = std::make_shared<const signing_key>(signing_key::for_trials());
  return out;
}

context past_installation::context_of(const decision_record& record, const envelope& message,
                                      std::span<const std::string> taken_macs) const {
  const auto& known = record.context;
  return {.now = record.time,
          .drivers = *drivers_,
          .policy = *policy_,
          .options = options_,
          .conductor = known.conductor,
          .host = known.host,
          .reply_to = known.reply_to,
          .correlation_id = known.correlation_id,
          .inspection = inspecting_->chosen_policy(),
          .taken_macs = taken_macs,
          .fresh_token = known.fresh_token,
          .served = served_of(known),
          .usual = usual_of(known),
          .user = message.authid,
          .request_id = message.request_id,
          .trace = message.trace,
          .epoch = known.epoch,
          .sent = message.time,
          .expires = expiry_of(message),
          .seen = message.seen};
}

result<inspection::rules_in_force> read_rules(const json& recorded) {
  auto out = std::make_shared<std::vector<inspection::rule_ptr>>();
  if (!recorded.is_array()) return fail(error_code::invalid, "its rules are not a list");
  for (const auto& one : recorded) {
    if (!one.is_object() || !one.contains("rule"))
      return fail(error_code::invalid, "one of its rules is invalid");
    const bool is_built_in = one.value("built_in", json{}) == true;
    auto rule =
        inspection::compile_rule(one["rule"], is_built_in ? inspection::rule_origin::built_in
                                                          : inspection::rule_origin::user);
    if (!rule) return fail(error_code::invalid, "a recorded rule: " + rule.error().message);
    out->push_back(*std::move(rule));
  }
  return inspection::rules_in_force{std::move(out)};
}

}  // namespace ironbus::daemon
