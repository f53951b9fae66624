#pragma once

#include "gateways/redis/scripts/scripts.hpp"

namespace ironbus::redis {

extern const script read_script;       ///< Reads aggregates with all their entries.
extern const script reconcile_script;  ///< Compares one aggregate with its entries in all indexes.
extern const script sweep_script;      ///< Compares parts of indexes with the records they lead to.
extern const script rewrite_script;    ///< Replaces the texts of an aggregate.
extern const script fill_script;       ///< Writes a new aggregate.
extern const script claims_script;     ///< Reads step claims with their expiry.
extern const script lease_script;      ///< Takes the lease of the examination.
extern const script note_script;       ///< Records the result of an examination for all processes.

}  // namespace ironbus::redis
