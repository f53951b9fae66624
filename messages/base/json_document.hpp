#pragma once

#include "messages/base/bounds.hpp"
#include "messages/base/json_reader.hpp"
#include "messages/base/json_writer.hpp"

#include <atomic>
#include <concepts>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace ironbus {

/// A JSON value that is mostly passed through: checked when it is read, kept as text, parsed into a
/// tree on first access. Initially an empty object. Copies share the data until one is edited, also
/// across threads. A single object belongs to one thread at a time.
class json_document {
public:
  json_document() = default;
  template <std::same_as<json> T>
  json_document(T x) : kept_{keep(std::move(x))} {}
  json_document(json::initializer_list_t x) : json_document(json(x)) {}
  json_document(const json_document& other);
  json_document(json_document&&) noexcept = default;
  json_document& operator=(const json_document& other) { return *this = json_document(other); }
  json_document& operator=(json_document&&) noexcept = default;
  json_document& operator=(json::initializer_list_t x) { return *this = json_document(x); }
  ~json_document() = default;

  const json& tree() const;
  operator const json&() const { return tree(); }
  /// The tree, to be edited in place. The reference is valid until the document is assigned.
  json& edit();
  void erase(std::string_view key);
  /// The text as it was read; empty if there is only a tree. Texts of ironbus are compact and
  /// sorted by name.
  std::string_view text() const {
    return kept_ ? std::string_view{kept_->text} : std::string_view{};
  }

  bool is_object() const { return tree().is_object(); }
  bool empty() const { return tree().empty(); }
  auto begin() const { return tree().begin(); }
  auto end() const { return tree().end(); }
  auto items() const { return tree().items(); }
  auto find(std::string_view key) const { return tree().find(key); }
  bool contains(std::string_view key) const { return tree().contains(key); }
  /// False: the document has no such member. Searches the text if there is one and builds no tree.
  bool may_contain(std::string_view key) const;
  const json& at(std::string_view key) const { return tree().at(key); }
  template <class T>
  auto value(std::string_view key, T&& otherwise) const {
    return tree().value(key, std::forward<T>(otherwise));
  }
  /// Null if there is no such member.
  const json& operator[](std::string_view key) const;

  bool operator==(const json_document& other) const;
  bool operator==(const json& other) const { return tree() == other; }

private:
  /// Data shared by copies; immutable.
  struct kept {
    explicit kept(json x) : tree{new json(std::move(x))} {}
    explicit kept(std::string_view x) : text{x} {}
    kept(const kept&) = delete;
    kept& operator=(const kept&) = delete;
    ~kept() { delete tree.load(); }

    std::string text;
    mutable std::atomic<const json*> tree{nullptr};  ///< Null until the first access.
  };

  static std::shared_ptr<const kept> keep(json x);

  friend void read_json(json_value& json_value, json_document& out);
  friend void to_json(json& out, const json_document& x) { out = x.tree(); }
  friend std::ostream& operator<<(std::ostream& out, const json_document& x) {
    return out << x.tree();
  }

  std::shared_ptr<const kept> kept_;  ///< Null, without an edited tree: an empty object.
  std::unique_ptr<json> edited_;      ///< Not shared: each copy has its own tree.
};

void read_json(json_value& json_value, json_document& out);
void write_json(std::string& out, const json_document& document);
/// Measures the text if there is one, so that no tree is built.
extent extent_of(const json_document& x);

}  // namespace ironbus
