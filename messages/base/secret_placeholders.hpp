#pragma once

#include "messages/base/json.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Puts placeholders in the place of secrets, so that what was made with them can be judged by
/// somebody who may not know them: equal secrets have equal placeholders, and nothing of a secret
/// is in its placeholder but its kind ("<secret 1>"; of a URL a URL, of many hexadecimal digits as
/// many).
///
/// First it learns all documents, then it replaces. A secret is what mask_secrets() masks; a longer
/// one is replaced wherever else it stands, too, and what mask_text() masks in texts is masked.
class secret_placeholders {
public:
  void learn(const json& document);

  /// A document that has been learned.
  json replace(json document) const;
  /// The same of one whose keys say nothing about secrets.
  json replace_texts(json document) const;

private:
  void learn_secret(const json& value);
  void note(const std::string& secret);
  json placeholder_of(json value) const;
  json replaced(json document, bool by_keys) const;
  std::string replaced_text(std::string_view text) const;

  std::map<std::string, std::string> placeholders_;  ///< By secret.
  /// Those that are replaced within texts, by their first letters, the longest first.
  std::map<std::string, std::vector<std::string>, std::less<>> sought_;
};

}  // namespace ironbus
