#pragma once

namespace ironbus {

/// The key of the attributes in the stored text of a node or a record. The first release chose this
/// word, and stores outlive releases.
inline constexpr const char* attributes_key = "about";

}  // namespace ironbus
