#include "messages/contract/declaration_check.hpp"

#include "messages/contract/driver_contract.hpp"
#include "messages/contract/step_needs.hpp"

#include <algorithm>

namespace ironbus {

namespace {

using faults = std::vector<std::string>;

std::string quoted_name(std::string_view x) { return "'" + std::string{x} + "'"; }

const step_argument* find_declared(const step_declaration& step, std::string_view name) {
  for (const auto& argument : step.arguments)
    if (argument.name == name) return &argument;
  return nullptr;
}

/// An argument that the operation has and that drivers may declare.
const value_contract* find_known(const operation_contract& row, std::string_view name) {
  for (const auto& argument : row.arguments)
    if (argument.name == name && argument.given != presence::from_service) return &argument;
  return nullptr;
}

void check_arguments(const operation_contract& row, const step_declaration& step, faults& out) {
  for (const auto& argument : step.arguments) {
    const auto* known = find_known(row, argument.name);
    if (known == nullptr)
      out.push_back("has no argument " + quoted_name(argument.name));
    else if (argument.required != (known->given == presence::required))
      out.push_back("the argument " + quoted_name(argument.name) +
                    (argument.required ? " is not required" : " is required"));
  }
  for (const auto& argument : row.arguments)
    if (argument.given == presence::required && find_declared(step, argument.name) == nullptr)
      out.push_back("lacks the required argument " + quoted_name(argument.name));
}

faults faults_of(const operation_contract& row, const step_declaration& step) {
  faults out;
  if (!row.is(op_open)) check_arguments(row, step, out);
  if ((step.phases & ~row.phases) != 0)
    out.emplace_back("has a phase that the contract does not allow");
  if (row.is(op_reads) && !step.repeatable)
    out.emplace_back("only reads, so it must be repeatable");
  const bool needs_arguments = std::any_of(step.arguments.begin(), step.arguments.end(),
                                           [](const step_argument& x) { return x.required; });
  if (step.priority > 0 && needs_arguments)
    out.emplace_back("runs automatically, but needs arguments");
  return out;
}

void check_implementation(const interface_implementation& implementation, std::string& out) {
  const auto place = implementation.kind + " " + quoted_name(implementation.name);
  for (const auto& step : implementation.steps) {
    const auto* row = find_operation(implementation.kind, step.name);
    if (row == nullptr)
      out += " " + place + ": the kind has no operation " + quoted_name(step.name) + ";";
    else
      for (const auto& fault : faults_of(*row, step))
        out += " " + place + ": " + step.name + ": " + fault + ";";
  }
  for (const auto& key : implementation.further_keys)
    if (!is_key_pattern(key))
      out += " " + place + ": " + quoted_name(key) +
             " is not a valid key pattern (one * at its beginning or end);";
  for (const auto& row : driver_contract())
    if (row.what.interface == implementation.kind && row.is(op_required) &&
        !implementation.through_agent && implementation.find_step(row.what.name) == nullptr)
      out += " " + place + ": lacks the operation " + quoted_name(row.what.name) + ";";
}

}  // namespace

std::optional<failure> check_declarations(std::span<const interface_implementation> all) {
  std::string wrong;
  for (const auto& x : all)
    if (x.supported) check_implementation(x, wrong);
  if (wrong.empty()) return std::nullopt;
  wrong.back() = '.';
  return failure{error_code::invalid, "Driver declarations do not match the contract:" + wrong};
}

std::string wrong_arguments(const step_declaration& declared, const json& args) {
  std::string wrong;
  for (const auto& [key, value] : args.items())
    if (find_declared(declared, key) == nullptr) wrong += " unexpected argument '" + key + "';";
  for (const auto& argument : declared.arguments)
    if (const auto given = args.value(argument.name, json{});
        argument.required && (given.is_null() || given == ""))
      wrong += " missing argument '" + argument.name + "';";
  return wrong;
}

}  // namespace ironbus
