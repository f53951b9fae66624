#pragma once

#include "actors/catalog/decide_record.hpp"

namespace ironbus {

/// Adds to a decision about a record what Ironic's notifications say of it. `before` is what the
/// record was; null: there was none. What an allocation does by itself is not told, as in Ironic.
void notify(const record_snapshot* before, record_decision& decided, const record_message& message);

}  // namespace ironbus
