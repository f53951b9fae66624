#pragma once

namespace ironbus {

/// Where the stored text of a node or a record has its attributes. The first release wrote this
/// word, and stores outlive releases.
inline constexpr const char* attributes_key = "about";

}  // namespace ironbus
