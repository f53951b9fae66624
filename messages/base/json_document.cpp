#include "messages/base/json_document.hpp"

#include <stdexcept>

namespace ironbus {

namespace {

/// The tree of a text that was checked when it was read.
json tree_of(std::string_view text) {
  json out;
  const auto read = [](void* tree, json_value& whole) {
    read_json(whole, *static_cast<json*>(tree));
  };
  if (auto done = read_text(text, read, &out); !done) throw std::logic_error{done.error().message};
  return out;
}

const json& empty_object() {
  static const json empty = json::object();
  return empty;
}

}  // namespace

json_document::json_document(const json_document& other)
    : kept_{other.edited_ ? keep(*other.edited_) : other.kept_} {}

std::shared_ptr<const json_document::kept> json_document::keep(json x) {
  if (x.is_object() && x.empty()) return nullptr;
  return std::make_shared<const kept>(std::move(x));
}

const json& json_document::tree() const {
  if (edited_) return *edited_;
  if (!kept_) return empty_object();
  const auto* known = kept_->tree.load(std::memory_order_acquire);
  if (known != nullptr) return *known;
  auto fresh = std::make_unique<const json>(tree_of(kept_->text));
  // Another thread may have been faster.
  if (kept_->tree.compare_exchange_strong(known, fresh.get(), std::memory_order_acq_rel))
    known = fresh.release();
  return *known;
}

json& json_document::edit() {
  if (!edited_) {
    const bool is_unread = kept_ && kept_->tree.load(std::memory_order_acquire) == nullptr;
    edited_ = std::make_unique<json>(is_unread ? tree_of(kept_->text) : tree());
    kept_.reset();
  }
  return *edited_;
}

void json_document::erase(std::string_view key) {
  if (may_contain(key) && contains(key)) edit().erase(key);
}

bool json_document::may_contain(std::string_view key) const {
  return text().empty() ? contains(key) : text().find(key) != std::string_view::npos;
}

const json& json_document::operator[](std::string_view key) const {
  static const json none;
  const auto found = tree().find(key);
  return found == tree().end() ? none : *found;
}

bool json_document::operator==(const json_document& other) const {
  if (!edited_ && !other.edited_ && kept_ == other.kept_) return true;
  if (!text().empty() && text() == other.text()) return true;
  return tree() == other.tree();
}

void read_json(json_value& source, json_document& out) {
  out = json_document();
  const auto text = read_checked(source);
  if (text.empty()) {
    json scalar;
    read_json(source, scalar);
    out = std::move(scalar);
  } else if (text != "{}") {
    out.kept_ = std::make_shared<const json_document::kept>(text);
  }
}

void write_json(std::string& out, const json_document& document) {
  if (document.text().empty())
    write_document(out, document.tree());
  else
    out += document.text();
}

extent extent_of(const json_document& x) {
  return x.text().empty() ? extent_of(x.tree()) : extent{x.text().size(), depth_of(x.text())};
}

}  // namespace ironbus
