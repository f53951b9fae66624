#pragma once

#include "ops/recorder/walk.hpp"

#include <map>
#include <string>
#include <string_view>

namespace ironbus::recorder {

/// Replaces everything that identifies a machine: serial numbers, MAC and IP addresses, UUIDs,
/// names. Equal values get equal replacements everywhere, including paths, so that links still
/// work.
class anonymizer {
public:
  /// Collects the values of a document. Call it for all documents before the first replacement.
  void note(const json& document);
  json replaced_in(json document) const;
  std::string replaced(std::string_view text) const;

private:
  void note_member(std::string_view name, const std::string& text);
  void note_text(const std::string& text);
  std::string word_for(std::string_view word) const;

  std::map<std::string, std::string, std::less<>> known_;  ///< Value in lower case → replacement.
  std::map<std::string, unsigned, std::less<>> made_;      ///< Kind → number of replacements.
};

/// The recording without data that identifies the machine.
recording anonymous(recording what);

}  // namespace ironbus::recorder
