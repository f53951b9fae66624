#pragma once

#include "messages/base/json.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// Replaces secrets with placeholders, so that documents can be examined without knowing the
/// secrets. Equal secrets have equal placeholders. A placeholder reveals only the kind of its
/// secret: "<secret 1>", a URL for a URL, and as many hexadecimal digits for hexadecimal digits.
///
/// First pass all documents to learn(), then replace(). Secrets are the values that mask_secrets()
/// masks. Long secrets are also replaced everywhere else, and in texts everything that mask_text()
/// masks.
class secret_placeholders {
public:
  void learn(const json& document);

  /// Replaces the secrets of a document that learn() has seen.
  json replace(json document) const;
  /// The same for a document whose keys do not mark secrets.
  json replace_texts(json document) const;

private:
  void learn_secret(const json& value);
  void note(const std::string& secret);
  json placeholder_of(json value) const;
  json replaced(json document, bool by_keys) const;
  std::string replaced_text(std::string_view text) const;

  std::map<std::string, std::string> placeholders_;  ///< Key: the secret.
  /// The secrets that are replaced within texts, by their first letters, longest first.
  std::map<std::string, std::vector<std::string>, std::less<>> sought_;
};

}  // namespace ironbus
