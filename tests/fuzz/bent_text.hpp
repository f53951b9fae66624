#pragma once

#include "messages/base/json.hpp"
#include "tests/fuzz/draw.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// The text of a document that is right, but for a few places that are drawn: a member is missing,
/// there twice, called as another one, of another type or just beyond its limit, nested deeply, of
/// bytes that are no UTF-8, or some bytes are other ones. It need not be JSON any more.
std::string bent_text(const json& document, draw& choices);

/// The same of a document that stays one: for readers of what has been parsed.
json bent_document(const json& document, draw& choices);

/// Right documents of the types that travel and of those that are stored, as the tests of the
/// codecs have them, by type. The working directory is the project's.
const std::vector<json>& kept_documents(const std::string& type);

}  // namespace ironbus
