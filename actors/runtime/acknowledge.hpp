#pragma once

#include "actors/runtime/environment.hpp"
#include "actors/runtime/inbound.hpp"

#include <string>

// The end of a message: exactly one of the last three functions.

namespace ironbus {

/// Sends the reply, if one is wanted.
void answer(environment& env, const inbound& message, const reply& text);
/// The message is handled: acknowledges it once the bus has the reply.
void acknowledge(environment& env, const inbound& message);
/// The message was not handled: returns it to the queue for another consumer.
void requeue(environment& env, const inbound& message);
/// The message cannot be handled: replies `internal`, publishes an event, and moves it to the dead
/// letters.
void dead_letter(environment& env, const inbound& message, const std::string& why);

}  // namespace ironbus
