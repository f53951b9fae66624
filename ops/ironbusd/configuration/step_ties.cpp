#include "ops/ironbusd/configuration/step_ties.hpp"

#include "drivers/registry/registry.hpp"

#include <algorithm>
#include <set>

namespace ironbus::daemon {

namespace {

/// The names of two steps of an interface.
using tie = std::pair<std::string, std::string>;

using implementations = std::vector<const interface_implementation*>;

implementations enabled_of(const driver_catalog& catalog, std::string_view kind) {
  std::set<std::string> names;
  for (const auto& type : catalog.types())
    for (auto& name : catalog.enabled(type, kind)) names.insert(std::move(name));
  implementations out;
  for (const auto& name : names) out.push_back(catalog.find(kind, name));
  return out;
}

bool declares(const implementations& any, const std::string& step) {
  return std::any_of(any.begin(), any.end(),
                     [&](const auto* one) { return one->find_step(step) != nullptr; });
}

/// The configured priorities of a node's clean steps with this implementation, else the declared
/// ones. Undeclared steps are those of agents.
priority_overrides priorities_of(std::string_view kind, const interface_implementation* owner,
                                 const implementations& all, const priority_overrides& configured) {
  const auto prefix = std::string{kind} + ".";
  priority_overrides out;
  for (const auto& [name, priority] : configured) {
    if (!name.starts_with(prefix)) continue;
    const auto step = name.substr(prefix.size());
    if (declares({owner}, step) || !declares(all, step)) out.emplace(name, priority);
  }
  for (const auto& declared : owner->steps)
    if ((declared.phases & phase_clean) != 0)
      out.emplace(prefix + declared.name, declared.priority);
  return out;
}

void find_ties(const priority_overrides& all, const priority_overrides& configured,
               std::set<tie>& out) {
  for (auto one = all.begin(); one != all.end(); ++one)
    for (auto other = std::next(one); other != all.end(); ++other)
      if (one->second > 0 && one->second == other->second &&
          (configured.contains(one->first) || configured.contains(other->first)))
        out.emplace(one->first, other->first);
}

/// The option that sets the priority of one of the two.
std::string option_of(const settings& settings, const tie& two) {
  const auto& overrides = settings.policy.clean_step_priority_override;
  if (overrides.contains(two.first) || overrides.contains(two.second))
    return "conductor.clean_step_priority_override";
  const bool first = settings.policy.agent_clean_priorities.contains(two.first);
  const auto& name = first ? two.first : two.second;
  return "deploy." + name.substr(name.find('.') + 1) + "_priority";
}

}  // namespace

void check_step_ties(const settings& settings, problems& out) {
  const auto catalog = build_catalog(settings.policy.drivers);
  if (!catalog) return;  // reported elsewhere
  const auto configured = with_defaults(settings.policy.clean_step_priority_override,
                                        settings.policy.agent_clean_priorities);
  std::set<tie> ties;
  for (auto kind : interface_kinds) {
    const auto all = enabled_of(*catalog, kind);
    for (const auto* one : all)
      find_ties(priorities_of(kind, one, all, configured), configured, ties);
  }
  for (const auto& two : ties)
    out.push_back({"", option_of(settings, two),
                   "'" + two.first + "' and '" + two.second + "' have the same priority, " +
                       to_string(configured.contains(two.first) ? configured.at(two.first)
                                                                : configured.at(two.second)) +
                       "; allowed: different priorities for the clean steps of one interface, or "
                       "0"});
}

}  // namespace ironbus::daemon
