#pragma once

#include "ops/recorder/walk.hpp"

#include <map>
#include <string>
#include <string_view>

namespace ironbus::recorder {

/// What stands for what tells one machine from another: serial numbers, MAC and IP addresses,
/// UUIDs, names. The same stands for the same everywhere, in paths as well, so that links still
/// lead where they led.
class stand_ins {
public:
  /// All documents have to be noted before one is changed.
  void note(const json& document);
  json replaced_in(json document) const;
  std::string replaced(std::string_view text) const;

private:
  void note_member(std::string_view name, const std::string& text);
  void note_text(const std::string& text);
  std::string word_for(std::string_view word) const;

  std::map<std::string, std::string, std::less<>> known_;  ///< By what it is, in lower case.
  std::map<std::string, unsigned, std::less<>> made_;      ///< How many of each kind.
};

/// The same recording of a machine that cannot be told by it.
recording anonymous(recording what);

}  // namespace ironbus::recorder
