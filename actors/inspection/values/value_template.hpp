#pragma once

#include "actors/inspection/values/documents.hpp"
#include "actors/inspection/values/format_text.hpp"
#include "actors/inspection/values/view.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ironbus::inspection {

/// The value of an argument.
struct rendered {
  json value;
  bool from_data = false;  ///< It is the value of a single placeholder.
  bool missing = false;    ///< A placeholder named a missing value; the raw text was kept.
  /// Of a list in the rule: which items are placeholder values.
  std::vector<bool> items_from_data;
};

/// Budget and messages of rendering.
struct render_context {
  const view& sees;
  budget& left;
  std::vector<std::string>& unresolved;  ///< Texts that were kept unchanged.
};

/// An argument of a rule, parsed once when the rule is compiled. Texts are formatted at any depth,
/// in lists, objects and their keys. A text that is exactly one placeholder becomes the value
/// itself, with its type; a text that cannot be resolved stays unchanged. Placeholder values are
/// never formatted again, so an inventory cannot inject placeholders.
class value_template {
public:
  /// `invalid` with a sentence that names the position, if a text names a document in a malformed
  /// placeholder, such as "{inventory[cpu}". Any other malformed text, such as "}", is literal
  /// text.
  static result<value_template> compile(const json& source);
  /// A template that is never formatted.
  static value_template verbatim(json source);

  /// Whether it contains no placeholder, not even one with an unknown name.
  bool literal() const { return literal_; }
  /// Whether a placeholder in it names a document, and whether one does not.
  bool names_documents() const { return names_documents_; }
  bool names_others() const { return names_others_; }
  /// Whether a placeholder in it starts with that name.
  bool mentions(std::string_view name) const;
  /// The argument as its author wrote it.
  const json& source() const { return source_; }

  rendered render(const render_context& context) const;

private:
  value_template() = default;

  using text = format_text;
  using list = std::vector<value_template>;
  using object = std::vector<std::pair<value_template, value_template>>;

  result<std::monostate> take_text();
  result<std::monostate> take_list();
  result<std::monostate> take_object();
  void take_part(const value_template& x);
  rendered render_text(const text& parts, const render_context& context) const;

  json source_;
  bool literal_ = true;
  bool names_documents_ = false;
  bool names_others_ = false;
  std::variant<std::monostate, text, list, object> form_;
};

}  // namespace ironbus::inspection
