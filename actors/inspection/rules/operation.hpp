#pragma once

#include "actors/inspection/values/parameter.hpp"
#include "actors/inspection/values/pattern.hpp"
#include "actors/inspection/values/value_template.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::inspection {

/// An operator such as "! eq": its name without blanks, and whether it is inverted.
struct operator_name {
  std::string name;
  bool inverted = false;
};
operator_name read_operator(std::string_view text);

/// The evaluated arguments of an operation, in the order of its parameters.
class arguments {
public:
  const json& argument(size_t i) const { return values_[i].value; }
  bool missing(size_t i) const { return values_[i].missing; }
  bool from_data(size_t i) const { return values_[i].from_data; }
  bool item_from_data(size_t i, size_t item) const;
  const std::string& text(size_t i) const { return argument(i).get_ref<const std::string&>(); }
  const pattern& regex(size_t i) const { return *patterns_[i]; }

  /// All by name, as a trace shows them.
  json named(const operation_form& form) const;
  size_t weight() const;  ///< Of all so far; see weight_of().

private:
  friend class operation;

  std::vector<rendered> values_;
  std::vector<std::optional<pattern>> patterns_;
};

/// A compiled condition or action of a rule: arguments are bound to parameters and checked as far
/// as they are known, regular expressions are compiled, texts are parsed. Placeholders are
/// evaluated in every argument, in a loop or not; values that depend on them are checked when
/// known.
class operation {
public:
  /// Reads `args` and `loop`. `invalid` if an argument is missing, unknown, superfluous or wrong.
  static result<operation> compile(const operation_form& form, const json& source);

  const operation_form& form() const { return *form_; }
  bool loops() const { return loop_.has_value(); }
  /// Whether a placeholder of its arguments or its loop starts with that name.
  bool mentions(std::string_view name) const;

  /// The items of the loop: those of a list, or the object itself. `invalid` if it is neither.
  result<std::vector<json>> items(const render_context& context) const;

  /// The arguments for one turn. `invalid` with the name and value of a wrong argument.
  result<arguments> evaluate(const render_context& context) const;

private:
  result<std::monostate> bind(const json& args);
  result<std::monostate> bind_one(const parameter& parameter, const json* given);
  result<std::monostate> bind_loop(const json& source);

  const operation_form* form_ = nullptr;
  std::vector<value_template> values_;
  std::vector<std::optional<pattern>> patterns_;
  std::optional<value_template> loop_;
};

}  // namespace ironbus::inspection
