#pragma once

#include "messages/base/codec.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// The owner and lessee on which a gateway has based its permission for a command. A record has no
/// lessee. The command is refused if they have changed in between (error_code::access_changed).
struct seen_access {
  std::optional<std::string> owner{};
  std::optional<std::string> lessee{};

  bool operator==(const seen_access&) const = default;
};

member_codecs<seen_access> members_of(const seen_access*);

/// Whether a command may proceed. `seen`: unset if the permission did not depend on the object.
bool is_still(const std::optional<seen_access>& seen, const seen_access& now);

/// The refusal of a command whose object changed its owner or lessee in between.
failure access_has_changed(const std::string& object);

}  // namespace ironbus
