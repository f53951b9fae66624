#pragma once

#include "messages/base/json.hpp"
#include "tests/fuzz/draw.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// The text of a valid document with a few random defects: a member is missing, duplicated,
/// renamed, of another type, just over its limit, deeply nested or not UTF-8, or some bytes are
/// changed. The result need not be JSON.
std::string bent_text(const json& document, draw& choices);

/// The same, but the result is a document: for readers of parsed data.
json bent_document(const json& document, draw& choices);

/// Valid documents of the sent and stored types, from the tests of the codecs, by type. The working
/// directory must be the project's root.
const std::vector<json>& kept_documents(const std::string& type);

}  // namespace ironbus
