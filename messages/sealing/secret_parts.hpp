#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::sealing {

/// A value in a JSON text: its position, as written, and its path, as `/driver_info/ipmi_password`.
struct text_part {
  size_t begin = 0;
  size_t end = 0;
  std::string path;
};

struct found_parts {
  std::vector<text_part> parts;  ///< In order, not overlapping.
  std::string id;                ///< The member "id" of the document, as written; may be empty.
};

enum class wanted_parts {
  /// The values that the API masks (messages/base/secrets.hpp), and texts in the form of encrypted
  /// ones. Empty and already masked values are no secrets.
  secret,
  /// Only texts in the form of encrypted ones.
  sealed,
};

/// The parts of a JSON text, found in one pass without building a document. Unset: it is no JSON,
/// or nested deeper than ironbus's own documents.
std::optional<found_parts> find_parts(std::string_view text, wanted_parts what);

/// Whether the value at this position has the form of an encrypted one.
bool is_sealed_part(std::string_view raw);

}  // namespace ironbus::sealing
