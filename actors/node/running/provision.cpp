#include "actors/node/running/provision.hpp"

#include "actors/node/agent/waiting.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/decision/worker_check.hpp"
#include "actors/node/editing/enroll.hpp"
#include "actors/node/planning/plan.hpp"
#include "actors/node/running/failure.hpp"
#include "actors/node/running/workflow.hpp"
#include "actors/node/tables/verb_table.hpp"
#include "messages/contract/traits.hpp"
#include "messages/model/agent_session.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/model/instance_interfaces.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

using e = provision_event;

failure impossible(const node& node, const std::string& target) {
  return {error_code::invalid,
          "The requested action '" + target + "' can not be performed on node '" + node.uuid +
              "' while it is in state '" + std::string{to_string(node.state)} + "'."};
}

std::optional<failure> check_flags(const decision& decision, const verb_rule& rule,
                                   const std::string& target) {
  const auto& x = decision.next.attributes;
  const auto who = "Node " + x.uuid + " ";
  if (rule.refused_if_protected && x.is_protected)
    return failure{error_code::forbidden,
                   who + "is protected and can not be undeployed, rebuilt or deleted."};
  if (x.maintenance &&
      (rule.refused_in_maintenance ||
       (rule.makes_available && !decision.ctx().options.allow_provisioning_in_maintenance)))
    return failure{error_code::invalid, who + "is in maintenance mode; the action '" + target +
                                            "' is not possible until it is cleared."};
  if (rule.makes_available && x.retired)
    return failure{error_code::invalid, who + "is retired and can not be made available."};
  return std::nullopt;
}

std::optional<failure> check_traits(const node_snapshot& snapshot) {
  auto fits = check_wanted_traits(snapshot.attributes.instance_info, snapshot.traits);
  if (fits) return std::nullopt;
  return std::move(fits.error());
}

/// The node with the changes of a request, and the rest of the request.
struct taken_request {
  node_snapshot node;
  json request;
};

result<taken_request> take_request(const decision& decision, const verb_rule& rule, json request) {
  taken_request out{decision.next, std::move(request)};
  auto& attributes = out.node.attributes;
  if (rule.take != nullptr) rule.take(attributes, out.request);
  if (rule.interfaces == instance_interfaces::kept) return out;
  json chosen = json::object();
  if (rule.interfaces == instance_interfaces::chosen) {
    auto all = choose_instance_interfaces(decision.ctx().drivers, attributes);
    if (!all) return tl::unexpected(std::move(all.error()));
    chosen = std::move(*all);
  }
  note_instance_interfaces(attributes, std::move(chosen));
  return out;
}

/// The interfaces validate the node with the changes of the request.
std::optional<failure> check_drivers(const decision& decision, const verb_rule& rule,
                                     const node_snapshot& snapshot) {
  for (auto kind : rule.validated)
    if (auto wrong = decision.ctx().drivers.validate(snapshot, kind)) {
      wrong->message = "Failed to validate the " + std::string{kind} + " interface of node " +
                       snapshot.attributes.uuid + ": " + wrong->message;
      return wrong;
    }
  return rule.deploys ? check_traits(snapshot) : std::nullopt;
}

struct steps_member {
  const char* key;
  uint32_t phase;
};

constexpr std::array steps_members{
    steps_member{"clean_steps", phase_clean},
    steps_member{"deploy_steps", phase_deploy},
    steps_member{"service_steps", phase_service},
};

std::optional<failure> check_request(const decision& decision, const json& request) {
  for (const auto& [key, phase] : steps_members)
    if (auto found = request.find(key); found != request.end())
      if (auto ok = check_requested_steps(decision.ctx(), phase, *found); !ok) return ok.error();
  return std::nullopt;
}

/// Checks the steps of a deployment and its templates, as far as interfaces know them.
std::optional<failure> check_deployment(const decision& decision, const verb_rule& rule,
                                        const taken_request& taken) {
  if (!rule.deploys) return std::nullopt;
  auto ok = check_plan(taken.node, decision.ctx(), rule.begins, taken.request);
  if (ok) return std::nullopt;
  return std::move(ok.error());
}

/// A runbook fits a node if they share a trait; a runbook without traits fits none.
std::optional<failure> check_runbook(const node_snapshot& snapshot, const json& request) {
  const auto book = request.find("runbook");
  if (book == request.end()) return std::nullopt;
  const auto traits = book->at("traits").get<std::vector<std::string>>();
  for (const auto& trait : traits)
    if (std::find(snapshot.traits.begin(), snapshot.traits.end(), trait) != snapshot.traits.end())
      return std::nullopt;
  return failure{error_code::invalid, "The runbook '" + book->at("name").get<std::string>() +
                                          "' does not fit node " + snapshot.attributes.uuid + ": " +
                                          no_shared_trait(traits) + "."};
}

/// Manual cleaning and servicing require steps. They can only be checked completely if no agent is
/// involved; otherwise unknown steps fail the workflow and not the request.
std::optional<failure> check_steps_given(const verb_rule& rule, const json& request) {
  if (!rule.needs_steps) return std::nullopt;
  const auto* key = info(rule.begins).steps_key;
  if (request.contains(key) && !request[key].empty()) return std::nullopt;
  return failure{error_code::invalid, "Missing mandatory parameter: " + std::string{key}};
}

bool is_abortable(const node_snapshot& x) {
  const auto& op = *x.current;
  return !in_work_step(op) || op.steps[op.index].abortable;
}

void abort_after_step(decision& decision) {
  auto& op = *decision.next.current;
  op.abort_requested = true;
  if (auto member = info(op.kind).shown_in; member != nullptr && in_work_step(op))
    (decision.next.attributes.*member).edit()["abort_after"] = true;
}

/// Older clients do not expect that some states can be aborted.
std::optional<failure> check_abort_version(const state_info& row, int api_version) {
  if (api_version >= row.abort_since) return std::nullopt;
  return failure{error_code::not_acceptable,
                 "Aborting in state '" + std::string{to_string(row.state)} +
                     "' needs API version 1." + std::to_string(row.abort_since) + " or newer."};
}

/// The machine is in use again as it is, although servicing has failed.
handler_result leave_failure(decision& decision) {
  auto& attributes = decision.next.attributes;
  if (attributes.maintenance)
    return decision.refused(
        {error_code::conflict, "Node " + attributes.uuid + " is in maintenance mode."});
  attributes.last_error.reset();
  move(decision, e::abort);
  return verdict::stay{};
}

handler_result abort_provision(decision& decision, const std::string& target, int api_version) {
  auto& x = decision.next;
  const auto& row = info(x.attributes.state);
  if (auto refused = check_abort_version(row, api_version))
    return decision.refused(std::move(*refused));
  const auto rule = row.abort;
  if (rule == abort_rule::refused) return decision.refused(impossible(x.attributes, target));
  if (rule == abort_rule::leaves) return leave_failure(decision);
  if (!x.current)
    return decision.refused({error_code::internal, "There is no operation to abort."});
  if (x.queued) {  // it has not started: it ends before its first step
    x.queued->abort_requested = true;
    return verdict::stay{};
  }
  const bool at_once =
      rule == abort_rule::at_once || (rule == abort_rule::if_abortable && is_abortable(x));
  if (at_once) return abort_by_request(*x.current);
  abort_after_step(decision);
  return verdict::stay{};
}

/// Resumes a held node: at once if no agent is known, otherwise with the agent's next heartbeat.
handler_result release_hold(decision& decision) {
  const auto& x = decision.next;
  const bool unheard = info(x.attributes.state).has(flag_resumes_without_agent);
  move(decision, e::unhold);
  if (!unheard && read_agent_session(x.attributes.driver_internal_info).url)
    return wait_for_agent(decision);
  return verdict::done{};
}

/// Rejects targets whose requirement about automated cleaning cannot be met.
std::optional<failure> check_cleaning_wish(const decision& decision, const provision_verb& verb) {
  const auto& x = decision.next.attributes;
  if (verb.cleaning == cleaning_wish::wanted && cleaning_is_off(decision))
    return failure{error_code::invalid,
                   "Node " + x.uuid + " can not be cleaned by the target 'cleaning': automated" +
                       " cleaning is switched off by " +
                       (x.automated_clean ? "its field automated_clean"
                                          : "the option conductor.automated_clean") +
                       ". Use 'provide' to make it available as it is, or 'clean' with steps."};
  if (verb.cleaning != cleaning_wish::skipped) return std::nullopt;
  if (!decision.ctx().options.allow_skip_cleaning)
    return failure{error_code::invalid,
                   "The target 'available' skips cleaning, which needs the option "
                   "conductor.allow_skip_cleaning."};
  if (!info(x.state).has(flag_cleaned_to_leave)) return impossible(x, std::string{verb.target});
  return std::nullopt;
}

/// Does what `manage` does, and ends the maintenance that the failure started.
std::optional<failure> leave_clean_failed(decision& decision) {
  auto& attributes = decision.next.attributes;
  if (attributes.maintenance && attributes.fault != info(workflow::automated_clean).fault)
    return failure{
        error_code::invalid,
        "Node " + attributes.uuid +
            " is in maintenance for another reason than its cleaning; clear that first."};
  if (attributes.maintenance) set_maintenance_mode(decision, {false, std::nullopt});
  move(decision, e::manage);
  return std::nullopt;
}

}  // namespace

handler_result set_provision(decision& decision, const set_provision_state& command) {
  auto& attributes = decision.next.attributes;
  const auto* verb = find_verb(command.target);
  if (verb == nullptr)
    return decision.refused(
        {error_code::invalid, "'" + command.target + "' is not a provision target."});
  if (!command.request.is_object())
    return decision.refused({error_code::invalid, "The request must be an object."});
  if (verb->event == e::abort)
    return abort_provision(decision, command.target, command.api_version);
  if (auto refused = check_cleaning_wish(decision, *verb))
    return decision.refused(std::move(*refused));
  if (verb->out_of_failure && info(attributes.state).has(flag_cleaned_to_leave))
    if (auto refused = leave_clean_failed(decision)) return decision.refused(std::move(*refused));
  const auto* row = find_transition(attributes.state, verb->event);
  if (row == nullptr || row->initiator != initiator::operator_)
    return decision.refused(impossible(attributes, command.target));
  if (verb->event == e::unhold) return release_hold(decision);
  const auto& rule = *find_rule(verb->event);
  for (auto refused :
       {check_flags(decision, rule, command.target), check_steps_given(rule, command.request),
        check_runbook(decision.next, command.request), check_request(decision, command.request)})
    if (refused) return decision.refused(std::move(*refused));
  auto taken = take_request(decision, rule, command.request);
  if (!taken) return decision.refused(std::move(taken.error()));
  if (auto refused = check_drivers(decision, rule, taken->node))
    return decision.refused(std::move(*refused));
  if (auto refused = check_deployment(decision, rule, *taken))
    return decision.refused(std::move(*refused));
  const bool moves_at_once = info(row->target).kind == state_kind::stable;
  const bool begins = !moves_at_once && verb->cleaning != cleaning_wish::skipped;
  if (begins)
    if (auto refused = check_workers(decision)) return decision.refused(std::move(*refused));
  attributes = std::move(taken->node.attributes);
  if (begins) return begin_workflow(decision, rule.begins, rule.event, std::move(taken->request));
  moves_at_once ? move(decision, rule.event) : skip_cleaning(decision);
  return verdict::stay{};
}

}  // namespace ironbus
