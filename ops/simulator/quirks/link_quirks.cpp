#include "messages/base/text.hpp"
#include "ops/simulator/quirks/quirk_makers.hpp"
#include "ops/simulator/quirks/quirk_tools.hpp"
#include "ops/simulator/redfish/paths.hpp"

#include <algorithm>
#include <cstdlib>

namespace ironbus::simulator {

namespace {

/// A request for a resource that only the quirk has, after the BMC has checked the login.
bool asks_for(const quirk_exchange& x, const http::response& given, const std::string& path) {
  return is_read(x.request) && given.status == 404 && x.path == path;
}

void add_member(json& body, const std::string& path, bool first) {
  auto& members = body["Members"];
  if (!members.is_array()) return;
  members.insert(first ? members.begin() : members.end(), link_to(path));
  body["Members@odata.count"] = members.size();
}

/// The system has a first manager that is not the BMC: a GPU board's controller.
class second_manager_quirk final : public quirk {
public:
  explicit second_manager_quirk(std::string_view type) : type_(type) {}

  void after(quirk_exchange& x, http::response& given) override {
    if (asks_for(x, given, path_)) {
      given = quirk_document(200, document());
      return count();
    }
    if (!is_read(x.request) || given.status != 200) return;
    if (x.path == service_path("/Managers"))
      edit_body(given, [this](json& body) {
        add_member(body, path_, true);
        return true;
      });
    if (x.path == system_path(x.kind()) && edit_body(given, [this](json& body) {
          auto& managers = body["Links"]["ManagedBy"];
          managers.insert(managers.begin(), link_to(path_));
          return true;
        }))
      count();
  }

private:
  json document() const {
    auto out = resource(path_, "Manager.v1_11_0.Manager", "HGX_BMC_0", "GPU board controller");
    out["ManagerType"] = type_;
    out["FirmwareVersion"] = "HGX-22.10";
    out["Status"] = good_status();
    return out;
  }

  const std::string type_;
  const std::string path_ = service_path("/Managers/HGX_BMC_0");
};

/// A collection shows one member on each page.
class pages_quirk final : public quirk {
public:
  std::optional<http::response> before(quirk_exchange& x) override {
    skipped_ = 0;
    rest_.clear();
    const auto mark = x.request.target.find('?');
    if (mark == std::string::npos || !is_read(x.request)) return std::nullopt;
    for (std::string_view left = std::string_view{x.request.target}.substr(mark + 1);
         !left.empty();) {
      const auto end = std::min(left.find('&'), left.size());
      take(percent_decode(left.substr(0, end)).value_or(""), left.substr(0, end));
      left.remove_prefix(std::min(end + 1, left.size()));
    }
    x.request.target = x.request.target.substr(0, mark) + (rest_.empty() ? "" : "?" + rest_);
    return std::nullopt;
  }

  void after(quirk_exchange& x, http::response& given) override {
    if (!is_read(x.request) || given.status != 200) return;
    if (edit_body(given, [&](json& body) { return cut(x, body); })) count();
  }

private:
  void take(const std::string& plain, std::string_view written) {
    static constexpr std::string_view skip = "$skip=";
    if (plain.starts_with(skip)) {
      skipped_ = std::strtoul(plain.c_str() + skip.size(), nullptr, 10);
      return;
    }
    if (!rest_.empty()) rest_ += '&';
    rest_ += written;
  }

  bool cut(const quirk_exchange& x, json& body) const {
    const auto found = body.find("Members");
    if (found == body.end() || !found->is_array() || found->size() < 2) return false;
    const auto all = *found;
    *found = json::array();
    if (skipped_ < all.size()) found->push_back(all[skipped_]);
    if (skipped_ + 1 < all.size())
      body["Members@odata.nextLink"] = x.path + "?" + (rest_.empty() ? "" : rest_ + "&") +
                                       "$skip=" + std::to_string(skipped_ + 1);
    return true;
  }

  size_t skipped_ = 0;
  std::string rest_;  ///< The query without $skip.
};

/// The collections of interfaces and processors have a member that cannot be read.
class failing_member_quirk final : public quirk {
public:
  void after(quirk_exchange& x, http::response& given) override {
    if (!is_read(x.request)) return;
    for (const auto* name : {"/EthernetInterfaces", "/Processors"}) {
      const auto path = system_path(x.kind(), name);
      if (x.path == path + "/Dead" && given.status == 404) {
        given = quirk_problem(x.kind(), {"InternalError"});
        return count();
      }
      if (x.path != path || given.status != 200) continue;
      edit_body(given, [&](json& body) {
        add_member(body, path + "/Dead", true);
        return true;
      });
    }
  }
};

/// The interfaces of the system have no addresses; those of the adapters have.
class placeholder_interfaces_quirk final : public quirk {
public:
  void after(quirk_exchange& x, http::response& given) override {
    if (!is_read(x.request) || given.status != 200) return;
    if (edit_body(given, [&](json& body) { return clear(x, body); })) count();
  }

private:
  static bool is_interface(const quirk_exchange& x, const json& body) {
    return member_text(body, "@odata.id")
        .starts_with(system_path(x.kind(), "/EthernetInterfaces/"));
  }

  // An expanded collection contains the interfaces.
  static bool clear(const quirk_exchange& x, json& body) {
    bool out = false;
    if (const auto members = body.find("Members"); members != body.end())
      for (auto& one : *members) out |= clear(x, one);
    if (!is_interface(x, body) || !body.contains("MACAddress")) return out;
    body["MACAddress"] = nullptr;
    body["PermanentMACAddress"] = nullptr;
    return true;
  }
};

/// The system shows more interfaces, which are no ports.
class further_interfaces_quirk final : public quirk {
public:
  explicit further_interfaces_quirk(std::string_view macs) : macs_(items_of(macs)) {}

  void after(quirk_exchange& x, http::response& given) override {
    const auto path = system_path(x.kind(), "/EthernetInterfaces");
    if (is_read(x.request) && given.status == 200 && x.path == path)
      edit_body(given, [&](json& body) {
        for (size_t i = macs_.size(); i-- > 0;) add_member(body, path + name_of(i), true);
        count();
        return true;
      });
    for (size_t i = 0; i < macs_.size(); ++i)
      if (asks_for(x, given, path + name_of(i))) given = quirk_document(200, document(path, i));
  }

private:
  static std::string name_of(size_t number) { return "/Extra." + std::to_string(number + 1); }

  json document(const std::string& path, size_t number) const {
    auto out = resource(path + name_of(number), "EthernetInterface.v1_5_1.EthernetInterface",
                        name_of(number).substr(1), "Ethernet interface");
    out["MACAddress"] = macs_[number];
    out["PermanentMACAddress"] = macs_[number];
    out["LinkStatus"] = "LinkUp";
    out["Status"] = good_status();
    return out;
  }

  const std::vector<std::string> macs_;
};

}  // namespace

quirk_ptr make_second_manager(std::string_view type) {
  return std::make_unique<second_manager_quirk>(type);
}

quirk_ptr make_pages() { return std::make_unique<pages_quirk>(); }
quirk_ptr make_failing_member() { return std::make_unique<failing_member_quirk>(); }
quirk_ptr make_placeholder_interfaces() { return std::make_unique<placeholder_interfaces_quirk>(); }
quirk_ptr make_further_interfaces(std::string_view macs) {
  return std::make_unique<further_interfaces_quirk>(macs);
}

}  // namespace ironbus::simulator
