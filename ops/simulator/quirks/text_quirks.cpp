#include "messages/base/text.hpp"
#include "ops/simulator/quirks/quirk_makers.hpp"
#include "ops/simulator/quirks/quirk_tools.hpp"
#include "ops/simulator/redfish/paths.hpp"

#include <array>

namespace ironbus::simulator {

namespace {

/// The system has another id in all paths.
class system_id_quirk final : public quirk {
public:
  explicit system_id_quirk(std::string_view id) : id_(id) {}

  std::optional<http::response> before(quirk_exchange& x) override {
    const auto own = system_path(x.kind());
    const auto shown = shown_path();
    const auto asked = x.request.target;
    if (begins_with_segment(asked, shown)) {
      x.request.target = own + asked.substr(shown.size());
      count();
    } else if (begins_with_segment(asked, own)) {
      x.request.target = service_path("/Systems/no-such-id");  // the true id does not exist
    }
    x.path = path_of(x.request.target);
    return std::nullopt;
  }

  void after(quirk_exchange& x, http::response& given) override {
    const auto own = system_path(x.kind());
    rename(given.body, own);
    for (auto& header : given.headers) rename(header.second, own);
    if (x.path != own || !succeeded(given)) return;
    edit_body(given, [this](json& body) {
      body["Id"] = percent_decode(id_).value_or(id_);
      return true;
    });
  }

  // The simulator's own path has one segment after /Systems/.
  void show_path(std::string& path) const override {
    if (path.starts_with(service_path("/Systems/"))) path = shown_path();
  }

private:
  static bool ends_segment(const std::string& text, size_t place) {
    static constexpr std::string_view ends = "/\"?#";
    return place >= text.size() || ends.find(text[place]) != std::string_view::npos;
  }

  static bool begins_with_segment(const std::string& text, const std::string& path) {
    return text.starts_with(path) && ends_segment(text, path.size());
  }

  std::string shown_path() const { return service_path("/Systems/" + id_); }

  void rename(std::string& text, const std::string& own) const {
    for (auto place = text.find(own); place != std::string::npos; place = text.find(own, place + 1))
      if (ends_segment(text, place + own.size())) text.replace(place, own.size(), shown_path());
  }

  const std::string id_;  ///< As in a path.
};

/// Every link to a resource ends with this text.
class link_end_quirk final : public quirk {
public:
  explicit link_end_quirk(std::string_view end) : end_(end) {}

  void after(quirk_exchange&, http::response& given) override {
    const auto changed = edit_body(given, [this](json& body) {
      extend(body, true);
      return true;
    });
    if (changed) count();
  }

private:
  // The resource's own name stays; a link to a part of a resource has a fragment already.
  void extend(json& value, bool own) {
    if (value.is_array())
      for (auto& item : value) extend(item, false);
    if (!value.is_object()) return;
    for (auto& [name, member] : value.items()) {
      if (name != "@odata.id")
        extend(member, false);
      else if (!own && member.is_string() &&
               member.get<std::string>().find('#') == std::string::npos)
        member = member.get<std::string>() + end_;
    }
  }

  const std::string end_;
};

/// Each document has a byte in its name that JSON does not allow.
class bad_byte_quirk final : public quirk {
public:
  explicit bad_byte_quirk(char byte) : byte_(byte) {}

  void after(quirk_exchange&, http::response& given) override {
    static constexpr std::string_view mark = "\"Name\":\"";
    const auto place = given.body.find(mark);
    if (place == std::string::npos) return;
    given.body.insert(place + mark.size(), 1, byte_);
    count();
  }

private:
  const char byte_;
};

class content_type_quirk final : public quirk {
public:
  explicit content_type_quirk(std::string_view type) : type_(type) {}

  void after(quirk_exchange&, http::response& given) override {
    if (given.body.empty()) return;
    given.content_type = type_;
    count();
  }

private:
  const std::string type_;
};

}  // namespace

quirk_ptr make_system_id(std::string_view id) { return std::make_unique<system_id_quirk>(id); }
quirk_ptr make_link_end(std::string_view end) { return std::make_unique<link_end_quirk>(end); }
quirk_ptr make_bad_byte(char byte) { return std::make_unique<bad_byte_quirk>(byte); }
quirk_ptr make_content_type(std::string_view type) {
  return std::make_unique<content_type_quirk>(type);
}

}  // namespace ironbus::simulator
