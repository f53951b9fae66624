#pragma once

#include "gateways/redis/scripts/scripts.hpp"

namespace ironbus::redis {

extern const script read_script;       ///< Aggregates with all that hangs on them.
extern const script reconcile_script;  ///< One aggregate against its entries in all indexes.
extern const script sweep_script;      ///< Stretches of indexes against what their entries lead to.
extern const script fill_script;       ///< One aggregate written anew.
extern const script claims_script;     ///< Step claims with the moments they end.
extern const script lease_script;      ///< Who examines the store now.
extern const script note_script;       ///< What an examination has found, for all processes.

}  // namespace ironbus::redis
