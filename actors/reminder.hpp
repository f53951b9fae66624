#pragma once

namespace ironbus {

// What an aggregate is told by its own conductor, not by the bus.

/// A deadline of the aggregate may have passed.
struct deadline_passed {};

/// A new owner begins where another has ended: what is out with others is asked for again, for the
/// request may be lost with a bus that keeps nothing. Workers know a request they had before.
struct taken_over {};

}  // namespace ironbus
