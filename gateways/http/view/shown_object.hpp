#pragma once

#include "messages/base/json.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace ironbus::http {

/// What a row is shown from: the stored fields of a resource.
class shown_object {
public:
  virtual ~shown_object() = default;

  /// Writes a field as it is stored; null if there is none of that name.
  virtual void append(std::string& out, std::string_view name) const = 0;
  virtual json value(std::string_view name) const = 0;
  /// Writes the traits of the node it is or belongs to; none if that was not read.
  virtual void append_traits(std::string& out) const = 0;

  std::string id() const;
};

/// Of a document that has been parsed. It must outlive this.
class shown_document final : public shown_object {
public:
  explicit shown_document(const json& attributes, const json* snapshot = nullptr)
      : attributes_(attributes), snapshot_(snapshot) {}

  void append(std::string& out, std::string_view name) const override;
  json value(std::string_view name) const override;
  void append_traits(std::string& out) const override;

private:
  const json& attributes_;
  const json* snapshot_;
};

/// Shows objects from the store's text, one after the other, without making documents of them: in
/// a long list that is nearly all of the work. Throws json::exception for what is no JSON.
class text_reader {
public:
  text_reader();
  ~text_reader();

  /// Of a snapshot, whose fields stand below "about". Valid until the next call.
  const shown_object& read_snapshot(const std::string& text);
  /// Of an object that is all fields. Valid until the next call.
  const shown_object& read_fields(const std::string& text);

private:
  class fields;
  std::unique_ptr<fields> fields_;
};

}  // namespace ironbus::http
