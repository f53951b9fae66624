#include "drivers/fake/fake_faults.hpp"

#include "drivers/fake/fake_delay.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ironbus {

namespace {

constexpr std::array<std::pair<std::string_view, fault_kind>, 4> kinds{{
    {"fail", fault_kind::fail},
    {"wait", fault_kind::wait},
    {"interrupt", fault_kind::interrupt},
    {"never-answer", fault_kind::never_answer},
}};

bool fits(const fake_failure& when, const step_request& request) {
  auto any_or = [](const std::string& wanted, const std::string& is) {
    return wanted == "*" || wanted == is;
  };
  return any_or(when.interface, request.what.interface) && any_or(when.step, request.what.name) &&
         (any_or(when.node, request.id.node) ||
          (request.machine.name && when.node == *request.machine.name));
}

std::string default_reason(fault_kind how, const step& step) {
  return "The simulated machine is set to " +
         std::string{how == fault_kind::interrupt ? "lose track of " : "fail "} + step.interface +
         "." + step.name + ".";
}

}  // namespace

result<std::shared_ptr<fake_faults>> fake_faults::build(std::vector<fake_failure> entries) {
  auto out = std::make_shared<fake_faults>();
  for (auto& x : entries) {
    const auto where = "fake.failures[" + std::to_string(out->entries_.size()) + "]";
    auto kind = std::find_if(kinds.begin(), kinds.end(),
                             [&](const auto& known) { return known.first == x.how; });
    if (kind == kinds.end())
      return fail(error_code::invalid, where + ".how: '" + x.how +
                                           "' is unknown; allowed: fail, wait, interrupt, "
                                           "never-answer.");
    if (x.after_seconds && !(*x.after_seconds >= 0 && *x.after_seconds <= fake_seconds_max))
      return fail(error_code::invalid, where + ".after_seconds must be from 0 to 86400.");
    out->entries_.push_back({std::move(x), kind->second});
  }
  return out;
}

std::optional<fake_fault> fake_faults::inject(const step_request& request) {
  std::lock_guard guard{mutex_};
  for (auto& entry : entries_) {
    const auto& when = entry.when;
    if (!fits(when, request) || (when.times > 0 && entry.struck >= when.times)) continue;
    ++entry.struck;
    return fake_fault{entry.how, when.after_seconds,
                      when.reason.empty() ? default_reason(entry.how, request.what) : when.reason};
  }
  return std::nullopt;
}

}  // namespace ironbus
