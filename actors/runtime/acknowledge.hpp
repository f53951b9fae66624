#pragma once

#include "actors/runtime/environment.hpp"
#include "actors/runtime/inbound.hpp"

#include <string>

// How a message ends: by exactly one of the last three.

namespace ironbus {

/// Answers, if an answer is wanted.
void answer(environment& env, const inbound& message, const reply& text);
/// It is done: never deliver it again, once the bus has the answer.
void acknowledge(environment& env, const inbound& message);
/// It was not handled: somebody else shall.
void requeue(environment& env, const inbound& message);
/// It can not be handled: answers `internal`, publishes an event, and puts it aside.
void dead_letter(environment& env, const inbound& message, const std::string& why);

}  // namespace ironbus
