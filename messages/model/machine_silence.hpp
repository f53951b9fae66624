#pragma once

#include "messages/base/json_text.hpp"
#include "messages/base/time.hpp"

#include <string>

namespace ironbus {

/// The BMC of a running step does not answer, or only with server errors.
struct machine_silence {
  std::string host;   ///< "192.0.2.1:443"
  timestamp since{};  ///< The start of the first call without an answer.
  std::string error;  ///< Of the last ended call; empty: none has ended yet.

  bool operator==(const machine_silence&) const = default;
};

member_codecs<machine_silence> members_of(const machine_silence*);

}  // namespace ironbus
