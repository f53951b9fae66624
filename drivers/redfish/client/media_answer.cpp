#include "drivers/redfish/client/media_answer.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

/// A BMC's message about an insertion, in lower case. Both parts must be present.
struct insertion_row {
  std::string_view text;
  std::string_view beside;
  answer_kind kind;
  std::string_view source;
};

/// The first matching row counts.
constexpr std::array insertion_rows{
    insertion_row{"rac0904", "", answer_kind::refused, "Dell: the image is unreachable"},
    insertion_row{"eject", "progress", answer_kind::transient, "public reports of OpenBMC users"},
    insertion_row{"eject", "going on", answer_kind::transient, "public reports"},
    insertion_row{"eject", "still", answer_kind::transient, "public reports"},
    insertion_row{"already", "connected", answer_kind::already_so, "public reports of AMI users"},
    insertion_row{"already", "inserted", answer_kind::already_so, "HPE iLO message registry"},
    insertion_row{"already", "mounted", answer_kind::already_so, "public reports"},
    insertion_row{"already", "attached", answer_kind::already_so, "Dell: VRM0012, VRM0021"},
    insertion_row{"resourceinuse", "", answer_kind::already_so, "DMTF DSP2065, Base"},
};

}  // namespace

std::optional<answer_kind> insertion_answer(std::string_view words) {
  const auto text = lower(words);
  const auto* found =
      std::find_if(insertion_rows.begin(), insertion_rows.end(), [&](const auto& row) {
        return text.find(row.text) != std::string::npos &&
               text.find(row.beside) != std::string::npos;
      });
  if (found == insertion_rows.end()) return std::nullopt;
  return found->kind;
}

}  // namespace ironbus
