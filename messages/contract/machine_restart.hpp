#pragma once

#include "messages/model/operation.hpp"

namespace ironbus {

/// Whether a step starts a machine anew that may be running. Carried out twice it boots the machine
/// twice, and of what it was to boot from once the machine knows nothing the second time: whoever
/// repeats it sets that again first.
bool restarts_machine(const step& what);

}  // namespace ironbus
