#pragma once

#include "actors/catalog/decide_record.hpp"

namespace ironbus {

/// Adds Ironic's notifications to a decision about a record. `before` is the record before; null:
/// there was none. As in Ironic, changes that an allocation makes by itself have none.
void notify(const record_snapshot* before, record_decision& decided, const record_message& message);

}  // namespace ironbus
