#pragma once

#include "messages/base/json.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace ironbus::http {

/// The stored fields of a row.
class shown_object {
public:
  virtual ~shown_object() = default;

  /// Writes a field in its stored form. Writes null if there is no such field.
  virtual void append(std::string& out, std::string_view name) const = 0;
  virtual json value(std::string_view name) const = 0;
  /// Writes the traits of the node, or of the node that the row belongs to. Writes an empty list if
  /// they were not read.
  virtual void append_traits(std::string& out) const = 0;
  /// Whether the snapshot records a power order whose end is unknown.
  virtual bool is_power_unconfirmed() const = 0;

  std::string id() const;
};

/// The fields of a parsed document, which must outlive this object.
class shown_document final : public shown_object {
public:
  explicit shown_document(const json& attributes, const json* snapshot = nullptr)
      : attributes_(attributes), snapshot_(snapshot) {}

  void append(std::string& out, std::string_view name) const override;
  json value(std::string_view name) const override;
  void append_traits(std::string& out) const override;
  bool is_power_unconfirmed() const override;

private:
  const json& attributes_;
  const json* snapshot_;
};

/// Reads objects from the store's text one after the other, without building documents. In a long
/// list building them would be nearly all of the work. Throws json::exception for invalid JSON.
class text_reader {
public:
  text_reader();
  ~text_reader();

  /// Reads a snapshot, whose fields are below "about". Valid until the next call.
  const shown_object& read_snapshot(const std::string& text);
  /// Reads an object that consists of the fields. Valid until the next call.
  const shown_object& read_fields(const std::string& text);

private:
  class fields;
  std::unique_ptr<fields> fields_;
};

}  // namespace ironbus::http
