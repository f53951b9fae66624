#pragma once

#include <string_view>

namespace ironbus::http {

/// The JSON Schema (draft 7) of OpenStack's network_data, as config drives hold it.
extern const std::string_view network_data_text;

}  // namespace ironbus::http
