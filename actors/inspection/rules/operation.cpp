#include "actors/inspection/rules/operation.hpp"

#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus::inspection {

namespace {

/// The cost of compiling an instruction, in matching steps.
constexpr size_t pattern_overhead = 500;

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string names_of(const operation_form& form) {
  return join(form.parameters, [](const auto& x) { return x.name; });
}

bool has_parameter(const operation_form& form, std::string_view name) {
  return std::any_of(form.parameters.begin(), form.parameters.end(),
                     [&](const auto& x) { return x.name == name; });
}

tl::unexpected<failure> refuse_argument(const std::string& text) {
  return fail(error_code::invalid, text);
}

tl::unexpected<failure> wrong_argument(const parameter& wanted, const failure& why) {
  return refuse_argument("argument '" + std::string{wanted.name} + "' " + why.message);
}

/// Checks a value as soon as it is known; compiles it if it is a regular expression.
result<std::optional<pattern>> take_value(const parameter& wanted, const json& value) {
  if (auto ok = wanted.check(value); !ok) return tl::unexpected(ok.error());
  if (!wanted.is_regex) return std::nullopt;
  auto out = pattern::compile(value.get_ref<const std::string&>());
  if (!out) return fail(error_code::invalid, "does not compile: " + out.error().message);
  return std::move(*out);
}

/// In a regular expression `{3}` is a repetition, not a placeholder with an unknown name.
result<value_template> regex_template(const json& source) {
  auto out = value_template::compile(source);
  if (!out || !out->names_others()) return out;
  if (!out->names_documents()) return value_template::verbatim(source);
  return fail(error_code::invalid,
              "has placeholders; write all other braces twice, as in [0-9]{{3}}");
}

/// Converts a list of arguments to an object. For variadic operations like `eq`, [a, b] means the
/// values a and b, and [[a, b], true] gives all arguments.
result<json> named_arguments(const operation_form& form, const json& args) {
  if (args.is_object()) return args;
  if (!args.is_array()) return refuse_argument("'args' must be an object or a list");
  json out = json::object();
  if (form.variadic && !args.empty() && !args[0].is_array()) {
    out[std::string{form.parameters[0].name}] = args;
    return out;
  }
  if (args.size() > form.parameters.size())
    return refuse_argument("at most " + std::to_string(form.parameters.size()) +
                           " arguments are allowed: " + names_of(form));
  for (size_t i = 0; i < args.size(); ++i) out[std::string{form.parameters[i].name}] = args[i];
  return out;
}

}  // namespace

operator_name read_operator(std::string_view text) {
  text = without_blanks(text);
  const bool inverted = text.starts_with('!');
  if (inverted) text = without_blanks(text.substr(1));
  return {std::string{text}, inverted};
}

bool arguments::item_from_data(size_t i, size_t item) const {
  const auto& value = values_[i];
  return value.from_data || (item < value.items_from_data.size() && value.items_from_data[item]);
}

json arguments::named(const operation_form& form) const {
  json out = json::object();
  for (size_t i = 0; i < values_.size(); ++i)
    out[std::string{form.parameters[i].name}] = values_[i].value;
  return out;
}

size_t arguments::weight() const {
  size_t out = 0;
  for (const auto& x : values_) out += weight_of(x.value);
  return out;
}

result<operation> operation::compile(const operation_form& form, const json& source) {
  operation out;
  out.form_ = &form;
  if (auto ok = out.bind_loop(source); !ok) return tl::unexpected(ok.error());
  const auto args = source.find("args");
  if (args == source.end()) return refuse_argument("'args' is missing");
  if (auto ok = out.bind(*args); !ok) return tl::unexpected(ok.error());
  return out;
}

result<std::monostate> operation::bind_loop(const json& source) {
  const auto found = source.find("loop");
  if (found == source.end() || (found->is_structured() && found->empty())) return {};
  auto over = value_template::compile(*found);
  if (!over) return refuse_argument("'loop' " + over.error().message);
  const bool text = found->is_string() && over->names_documents();
  if (!found->is_structured() && !text)
    return refuse_argument(
        "'loop' must be a list, an object, or a placeholder such as {inventory[disks]}");
  loop_ = std::move(*over);
  return {};
}

result<std::monostate> operation::bind(const json& args) {
  auto named = named_arguments(*form_, args);
  if (!named) return tl::unexpected(named.error());
  for (const auto& [key, value] : named->items())
    if (!has_parameter(*form_, key))
      return refuse_argument("unexpected argument '" + key.substr(0, 64) +
                             "'; allowed: " + names_of(*form_));
  for (const auto& parameter : form_->parameters) {
    const auto found = named->find(parameter.name);
    if (auto ok = bind_one(parameter, found == named->end() ? nullptr : &*found); !ok) return ok;
  }
  return {};
}

result<std::monostate> operation::bind_one(const parameter& wanted, const json* given) {
  if (given == nullptr && wanted.required())
    return refuse_argument("argument '" + std::string{wanted.name} + "' is missing");
  patterns_.emplace_back();
  if (given == nullptr) {
    values_.push_back(value_template::verbatim(json::parse(wanted.fallback)));
    return {};
  }
  auto value = wanted.is_regex ? regex_template(*given) : value_template::compile(*given);
  if (!value) return wrong_argument(wanted, value.error());
  if (value->literal() || given->is_structured()) {  // at least the type is known
    auto known = take_value(wanted, value->source());
    if (!known) return wrong_argument(wanted, known.error());
    patterns_.back() = std::move(*known);
  }
  values_.push_back(std::move(*value));
  return {};
}

bool operation::mentions(std::string_view name) const {
  return (loop_ && loop_->mentions(name)) ||
         std::any_of(values_.begin(), values_.end(),
                     [&](const auto& value) { return value.mentions(name); });
}

result<std::vector<json>> operation::items(const render_context& context) const {
  auto over = loop_->render(context).value;
  if (over.is_object()) return std::vector<json>{std::move(over)};
  if (!over.is_array())
    return fail(error_code::invalid, "'loop' gave neither a list nor an object");
  return std::vector<json>(over.begin(), over.end());
}

result<arguments> operation::evaluate(const render_context& context) const {
  arguments out;
  out.patterns_ = patterns_;
  for (size_t i = 0; i < values_.size(); ++i) {
    out.values_.push_back(values_[i].render(context));
    if (values_[i].literal()) continue;
    auto known = take_value(form_->parameters[i], out.argument(i));
    if (!known) return wrong_argument(form_->parameters[i], known.error());
    if (*known) context.left.match((*known)->instructions() * (pattern_overhead + out.weight()));
    out.patterns_[i] = std::move(*known);
  }
  return out;
}

}  // namespace ironbus::inspection
