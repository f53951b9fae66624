#pragma once

#include "messages/base/errors.hpp"
#include "messages/model/driver_catalog.hpp"

#include <span>
#include <string>

namespace ironbus {

/// Compares what implementations declare with the contract of their kinds (driver_contract.hpp).
/// The failure (`invalid`) names every fault with kind, implementation and operation: one that the
/// kind does not have, a required one that is missing, other arguments, another phase, what only
/// reads but is not repeatable, what runs by itself but needs arguments, a name of keys that is
/// none. What is not supported declares nothing.
std::optional<failure> check_declarations(std::span<const interface_implementation> all);

/// What is wrong with the names of arguments of a declared step, for all of them: " unexpected
/// argument 'x'; missing argument 'y';". One that is required is missing also if it is null or an
/// empty text. Empty: nothing. What an argument may hold says wrong_values in driver_contract.hpp.
std::string wrong_arguments(const step_declaration& declared, const json& args);

}  // namespace ironbus
