#pragma once

#include "actors/inspection/values/documents.hpp"
#include "actors/inspection/values/format_text.hpp"
#include "actors/inspection/values/view.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ironbus::inspection {

/// What an argument came to.
struct rendered {
  json value;
  bool from_data = false;  ///< It is the value of a single placeholder.
  bool missing = false;    ///< A placeholder named what is not there; the raw text was kept.
  std::vector<bool> items_from_data;  ///< Of a list written in the rule: which items are so.
};

/// What rendering uses up and reports.
struct render_context {
  const view& sees;
  budget& left;
  std::vector<std::string>& unresolved;  ///< Texts that were kept as they stand.
};

/// An argument of a rule, taken apart once when the rule is compiled. Texts are formatted at any
/// depth, in lists, objects and their keys. A text that is one placeholder and nothing else becomes
/// the value itself, with its type; one that cannot be resolved stays as it is written.
/// What a placeholder gave is never formatted again: an inventory cannot inject placeholders.
class value_template {
public:
  /// `invalid` with a sentence, which names the place, if a text names one of the documents and
  /// breaks the rules of placeholders, such as "{inventory[cpu}". Any other text that breaks them,
  /// such as "}", stands for itself.
  static result<value_template> compile(const json& source);
  /// One that is never formatted.
  static value_template verbatim(json source);

  /// Whether there is no placeholder in it, not even one that names nothing.
  bool literal() const { return literal_; }
  /// Whether a placeholder in it names one of the documents, and whether one does not.
  bool names_documents() const { return names_documents_; }
  bool names_others() const { return names_others_; }
  /// Whether a placeholder in it begins with that name.
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
