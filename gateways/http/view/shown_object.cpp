#include "gateways/http/view/shown_object.hpp"

#include "gateways/http/view/json_text.hpp"
#include "messages/model/field.hpp"

#include <simdjson.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace ironbus::http {

namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::string_view unconfirmed_key = "power_unconfirmed";

[[noreturn]] void refuse_text(simdjson::error_code why) {
  throw json::other_error::create(501, std::string{"stored text: "} + simdjson::error_message(why),
                                  nullptr);
}

template <class T>
T checked(simdjson::simdjson_result<T> simdjson_result) {
  T out;
  if (const auto error = std::move(simdjson_result).get(out)) refuse_text(error);
  return out;
}

}  // namespace

std::string shown_object::id() const {
  const auto uuid = value("uuid");
  return uuid.is_string() ? uuid.get<std::string>() : std::string{};
}

void shown_document::append(std::string& out, std::string_view name) const {
  const auto found = attributes_.find(name);
  if (found == attributes_.end())
    out += "null";
  else
    append_value(out, *found);
}

json shown_document::value(std::string_view name) const {
  const auto found = attributes_.find(name);
  return found == attributes_.end() ? json{} : *found;
}

void shown_document::append_traits(std::string& out) const {
  append_value(out,
               snapshot_ != nullptr ? snapshot_->value("traits", json::array()) : json::array());
}

bool shown_document::is_power_unconfirmed() const {
  if (snapshot_ == nullptr) return false;
  const auto found = snapshot_->find(unconfirmed_key);
  return found != snapshot_->end() && !found->is_null();
}

/// The values as slices of a copy of the text. The copy has the padding that the parser needs.
class text_reader::fields final : public shown_object {
public:
  void read_snapshot(const std::string& text) {
    start(text);
    auto whole = checked(document_.get_object());
    for (auto one : whole) {
      const auto key = checked(one.unescaped_key());
      if (key == attributes_key) keep(checked(one.value().get_object()));
      if (key == "traits") traits_ = checked(simdjson::to_json_string(one.value()));
      if (key == unconfirmed_key) unconfirmed_ = !checked(one.value().is_null());
    }
  }

  void read_fields(const std::string& text) {
    start(text);
    keep(checked(document_.get_object()));
  }

  void append(std::string& out, std::string_view name) const override {
    const auto text = find(name);
    out += text.empty() ? "null" : text;
  }

  json value(std::string_view name) const override {
    const auto text = find(name);
    return text.empty() ? json{} : json::parse(text);
  }

  void append_traits(std::string& out) const override { out += traits_; }
  bool is_power_unconfirmed() const override { return unconfirmed_; }

private:
  void start(const std::string& text) {
    values_.clear();
    traits_ = "[]";
    unconfirmed_ = false;
    text_.assign(text);
    text_.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    document_ = checked(parser_.iterate(text_.data(), text.size(), text_.capacity()));
  }

  void keep(ondemand::object object) {
    for (auto one : object) {
      const auto key = checked(one.unescaped_key());
      values_.emplace_back(key, checked(simdjson::to_json_string(one.value())));
    }
    if (!std::is_sorted(values_.begin(), values_.end())) std::sort(values_.begin(), values_.end());
  }

  std::string_view find(std::string_view name) const {
    const auto found = std::lower_bound(values_.begin(), values_.end(), name,
                                        [](const auto& x, auto y) { return x.first < y; });
    return found == values_.end() || found->first != name ? std::string_view{} : found->second;
  }

  ondemand::parser parser_;
  ondemand::document document_;
  std::string text_;
  std::vector<std::pair<std::string_view, std::string_view>> values_;
  std::string_view traits_;
  bool unconfirmed_ = false;
};

text_reader::text_reader() : fields_(std::make_unique<fields>()) {}
text_reader::~text_reader() = default;

const shown_object& text_reader::read_snapshot(const std::string& text) {
  fields_->read_snapshot(text);
  return *fields_;
}

const shown_object& text_reader::read_fields(const std::string& text) {
  fields_->read_fields(text);
  return *fields_;
}

}  // namespace ironbus::http
