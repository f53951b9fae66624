#pragma once

namespace ironbus {

// Messages to an aggregate from its own conductor, not from the bus.

/// A deadline of the aggregate may have passed.
struct deadline_passed {};

/// A new owner has taken over the aggregate. It repeats outstanding requests, because a bus without
/// durable storage may have lost them. Workers recognise a repeated request.
struct taken_over {};

}  // namespace ironbus
