#pragma once

#include "messages/base/errors.hpp"
#include "messages/model/driver_catalog.hpp"

#include <span>
#include <string>

namespace ironbus {

/// Checks the declarations of implementations against the contract of their kinds
/// (driver_contract.hpp). The failure (`invalid`) names every error with kind, implementation and
/// operation. Errors: an unknown operation, a missing required one, other arguments, another phase,
/// a read that is not repeatable, an automatic step that requires arguments, an invalid key
/// pattern. Unsupported implementations declare nothing.
std::optional<failure> check_declarations(std::span<const interface_implementation> all);

/// Checks the argument names of a declared step and lists all errors: " unexpected argument 'x';
/// missing argument 'y';". A required argument is also missing if it is null or an empty text.
/// Empty: no error. wrong_values in driver_contract.hpp checks the values.
std::string wrong_arguments(const step_declaration& declared, const json& args);

}  // namespace ironbus
