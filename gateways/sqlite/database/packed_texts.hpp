#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ironbus::sqlite {

// Several texts in one value, each as its length in bytes, a colon and the text ("5:state").

void pack_text(std::string& out, std::string_view text);
/// Stops at the first invalid entry.
std::vector<std::string> unpack_texts(std::string_view packed);

}  // namespace ironbus::sqlite
