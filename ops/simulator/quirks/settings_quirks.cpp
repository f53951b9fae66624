#include "ops/simulator/quirks/quirk_makers.hpp"
#include "ops/simulator/quirks/quirk_tools.hpp"
#include "ops/simulator/redfish/paths.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace ironbus::simulator {

namespace {

/// The task of an order is named with the address of another host.
class foreign_location_quirk final : public quirk {
public:
  void after(quirk_exchange&, http::response& given) override {
    auto* place = given.status == 202 ? header_of(given.headers, "Location") : nullptr;
    if (place == nullptr || !place->starts_with('/')) return;
    *place = "https://bmc.internal.invalid" + *place;
    count();
  }
};

/// An update ends without another version, and its task is deleted. Needs the shape `purge_tasks`.
class lost_update_quirk final : public quirk {
public:
  std::optional<http::response> before(quirk_exchange& x) override {
    if (x.request.method != "POST" ||
        x.path != service_path("/UpdateService/Actions/UpdateService.SimpleUpdate"))
      return std::nullopt;
    x.memory.tasks_fail = true;
    count();
    return std::nullopt;
  }
};

/// The largest integer of the BIOS registry is beyond 2^63.
class large_bounds_quirk final : public quirk {
public:
  void after(quirk_exchange& x, http::response& given) override {
    if (!is_read(x.request) || !x.path.ends_with("/registry.json")) return;
    if (edit_body(given, enlarge)) count();
  }

private:
  static bool enlarge(json& body) {
    if (!body.contains("RegistryEntries")) return false;
    for (auto& one : body["RegistryEntries"]["Attributes"])
      if (one.contains("UpperBound")) one["UpperBound"] = std::numeric_limits<uint64_t>::max();
    return true;
  }
};

/// The name of a BIOS attribute contains slashes.
class slash_quirk final : public quirk {
public:
  std::optional<http::response> before(quirk_exchange& x) override {
    if (x.request.method != "PATCH") return std::nullopt;
    replace_all_of(x.request.body, own, "\"NoSuchAttribute\"");
    if (replace_all_of(x.request.body, shown, own)) count();
    return std::nullopt;
  }

  void after(quirk_exchange&, http::response& given) override {
    if (replace_all_of(given.body, own, shown)) count();
  }

private:
  static constexpr std::string_view own = "\"ProcTurboMode\"";
  static constexpr std::string_view shown = "\"Proc/Turbo/Mode\"";
};

/// The clock cannot be set, because NTP is on.
class ntp_quirk final : public quirk {
public:
  std::optional<http::response> before(quirk_exchange& x) override {
    offset_ = x.memory.clock_offset;
    sets_clock_ = x.request.method == "PATCH" && x.path == manager_path(x.kind()) &&
                  x.request.body.find("\"DateTime\"") != std::string::npos;
    return std::nullopt;
  }

  void after(quirk_exchange& x, http::response& given) override {
    const auto manager = manager_path(x.kind());
    const auto protocol = manager + "/NetworkProtocol";
    if (is_read(x.request) && x.path == protocol && given.status == 404) {
      given = quirk_document(200, document(protocol));
    } else if (is_read(x.request) && x.path == manager && given.status == 200) {
      edit_body(given, [&](json& body) {
        body["NetworkProtocol"] = link_to(protocol);
        return true;
      });
    } else if (sets_clock_ && succeeded(given)) {
      x.memory.clock_offset = offset_;
      given = quirk_problem(x.kind(), {.message_id = "SimulatedClock.1.0.NtpEnabled",
                                       .property = "#/DateTime",
                                       .status = 400,
                                       .text = "The time cannot be set while NTP is enabled."});
      count();
    }
  }

private:
  static json document(const std::string& path) {
    auto out = resource(path, "ManagerNetworkProtocol.v1_9_0.ManagerNetworkProtocol",
                        "NetworkProtocol", "Network protocols");
    out["NTP"] = {{"ProtocolEnabled", true}, {"NTPServers", json::array({"192.0.2.123"})}};
    return out;
  }

  std::chrono::microseconds offset_{};
  bool sets_clock_ = false;
};

/// An override for one boot is shown as permanent.
class permanent_quirk final : public quirk {
public:
  void after(quirk_exchange& x, http::response& given) override {
    if (!is_read(x.request) || given.status != 200) return;
    edit_body(given, [this](json& body) {
      const auto boot = body.find("Boot");
      if (boot == body.end() || !boot->is_object()) return false;
      if ((*boot)["BootSourceOverrideEnabled"] != "Once") return false;
      (*boot)["BootSourceOverrideEnabled"] = "Continuous";
      count();
      return true;
    });
  }
};

constexpr std::array number_names{
    "TotalSystemMemoryGiB", "Count",       "CapacityBytes", "TotalCores",
    "TotalThreads",         "MaxSpeedMHz", "SpeedMbps"};
constexpr std::array optional_names{"HostName",  "SKU",          "AssetTag",     "Model",
                                    "ImageName", "IndicatorLED", "BootProgress", "Thermal"};

/// Changes each member of a document that has one of the names.
template <class Names, class Change>
bool change_members(json& value, const Names& names, const Change& change) {
  bool out = false;
  for (auto& [name, member] : value.items()) {
    if (member.is_structured()) out |= change_members(member, names, change);
    if (value.is_object() && std::ranges::count(names, name) > 0) out |= change(member);
  }
  return out;
}

class numbers_quirk final : public quirk {
public:
  void after(quirk_exchange& x, http::response& given) override {
    if (!is_read(x.request) || given.status != 200) return;
    const auto to_words = [](json& member) {
      if (!member.is_number()) return false;
      member = to_text(member);
      return true;
    };
    if (edit_body(given, [&](json& body) { return change_members(body, number_names, to_words); }))
      count();
  }
};

class null_quirk final : public quirk {
public:
  void after(quirk_exchange& x, http::response& given) override {
    if (!is_read(x.request) || given.status != 200) return;
    const auto to_null = [](json& member) {
      member = nullptr;
      return true;
    };
    if (edit_body(given, [&](json& body) { return change_members(body, optional_names, to_null); }))
      count();
  }
};

}  // namespace

quirk_ptr make_foreign_location() { return std::make_unique<foreign_location_quirk>(); }
quirk_ptr make_lost_update() { return std::make_unique<lost_update_quirk>(); }
quirk_ptr make_large_bounds() { return std::make_unique<large_bounds_quirk>(); }
quirk_ptr make_slash_in_attribute() { return std::make_unique<slash_quirk>(); }
quirk_ptr make_clock_under_ntp() { return std::make_unique<ntp_quirk>(); }
quirk_ptr make_permanent_override() { return std::make_unique<permanent_quirk>(); }
quirk_ptr make_numbers_as_text() { return std::make_unique<numbers_quirk>(); }
quirk_ptr make_null_members() { return std::make_unique<null_quirk>(); }

}  // namespace ironbus::simulator
