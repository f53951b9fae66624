#include "actors/inspection/operation.hpp"

#include <algorithm>

namespace ironbus::inspection {

namespace {

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string names_of(const operation_form& form) {
  std::string out;
  for (const auto& x : form.parameters) out += (out.empty() ? "" : ", ") + std::string{x.name};
  return out;
}

bool has_parameter(const operation_form& form, std::string_view name) {
  return std::any_of(form.parameters.begin(), form.parameters.end(),
                     [&](const auto& x) { return x.name == name; });
}

tl::unexpected<failure> refuse_argument(const std::string& text) {
  return fail(error_code::invalid, text);
}

tl::unexpected<failure> wrong_argument(const parameter& as, const failure& why) {
  return refuse_argument("argument '" + std::string{as.name} + "' " + why.message);
}

/// A list of arguments as an object. Of `eq` and its like, [a, b] means the values a and b, and
/// [[a, b], true] names them in full.
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

result<operation> operation::compile(const operation_form& form, const json& source) {
  operation out;
  out.form_ = &form;
  if (auto ok = out.bind_loop(source); !ok) return tl::unexpected(ok.error());
  const auto args = source.find("args");
  if (args == source.end()) return refuse_argument("'args' must be there");
  if (auto ok = out.bind(*args); !ok) return tl::unexpected(ok.error());
  return out;
}

result<std::monostate> operation::bind_loop(const json& source) {
  const auto at = source.find("loop");
  if (at == source.end() || (at->is_structured() && at->empty())) return {};
  value_template over{*at};
  const bool text = at->is_string() && !over.literal();
  if (!at->is_structured() && !text)
    return refuse_argument(
        "'loop' must be a list, an object, or a placeholder such as {inventory[disks]}");
  loop_ = std::move(over);
  return {};
}

result<std::monostate> operation::bind(const json& args) {
  auto named = named_arguments(*form_, args);
  if (!named) return tl::unexpected(named.error());
  for (const auto& [key, value] : named->items())
    if (!has_parameter(*form_, key))
      return refuse_argument("unexpected argument '" + key.substr(0, 64) +
                             "'; allowed: " + names_of(*form_));
  for (const auto& as : form_->parameters) {
    const auto at = named->find(as.name);
    if (auto ok = bind_one(as, at == named->end() ? nullptr : &*at); !ok) return ok;
  }
  return {};
}

result<std::monostate> operation::bind_one(const parameter& as, const json* given) {
  if (given == nullptr && as.required())
    return refuse_argument("argument '" + std::string{as.name} + "' is missing");
  given_.push_back(given != nullptr);
  patterns_.emplace_back();
  if (given == nullptr) {
    values_.push_back(value_template::verbatim(json::parse(as.fallback)));
    return {};
  }
  auto value = as.formatted || loops() ? value_template{*given} : value_template::verbatim(*given);
  if (value.literal()) {
    if (auto ok = as.check(value.source()); !ok) return wrong_argument(as, ok.error());
    if (as.is_regex) patterns_.back() = *pattern::compile(value.source().get<std::string>());
  }
  values_.push_back(std::move(value));
  return {};
}

bool operation::mentions(std::string_view name) const {
  return (loop_ && loop_->mentions(name)) ||
         std::any_of(values_.begin(), values_.end(),
                     [&](const auto& value) { return value.mentions(name); });
}

result<std::vector<json>> operation::items(const render_context& x) const {
  auto over = loop_->render(x).value;
  if (over.is_object()) return std::vector<json>{std::move(over)};
  if (!over.is_array())
    return fail(error_code::invalid, "'loop' gave neither a list nor an object");
  return std::vector<json>(over.begin(), over.end());
}

result<arguments> operation::evaluate(const render_context& x) const {
  arguments out;
  out.given_ = given_;
  out.patterns_ = patterns_;
  out.in_loop_ = loops();
  for (size_t i = 0; i < values_.size(); ++i) {
    out.values_.push_back(values_[i].render(x));
    if (values_[i].literal()) continue;
    const auto& as = form_->parameters[i];
    const auto& value = out.values_.back().value;
    if (auto ok = as.check(value); !ok) return wrong_argument(as, ok.error());
    if (as.is_regex) out.patterns_[i] = *pattern::compile(value.get<std::string>());
  }
  return out;
}

}  // namespace ironbus::inspection
