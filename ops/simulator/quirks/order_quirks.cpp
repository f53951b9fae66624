#include "ops/simulator/quirks/quirk_makers.hpp"
#include "ops/simulator/quirks/quirk_tools.hpp"
#include "ops/simulator/redfish/paths.hpp"

#include <array>

namespace ironbus::simulator {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds passing_time{3};

http::response plain_answer(unsigned status, std::string type, std::string body) {
  http::response out;
  out.status = status;
  out.content_type = std::move(type);
  out.body = std::move(body);
  return out;
}

http::response error_answer(const profile& kind, passing_error what) {
  switch (what) {
    case passing_error::status_500: return quirk_problem(kind, {"InternalError"});
    case passing_error::status_404:
      return quirk_problem(kind, {"ResourceMissingAtURI", {system_path(kind)}});
    case passing_error::status_400: return quirk_problem(kind, {"GeneralError"});
    case passing_error::page:
      return plain_answer(200, "text/html", "<html><body>Please wait ...</body></html>");
    case passing_error::empty: return plain_answer(200, "application/json", "");
    case passing_error::not_ready:
      return quirk_problem(kind, {.message_id = "iLO.2.14.ResourceNotReadyRetry",
                                  .status = 400,
                                  .text = "The resource is not ready. Retry the operation."});
    case passing_error::no_sources:
      return quirk_problem(kind, {.message_id = "IDRAC.2.8.SYS518",
                                  .status = 503,
                                  .text = "Unable to complete the operation because the data "
                                          "sources are not available. Retry in 30 seconds."});
  }
  return {};
}

/// After a reset, reading the system fails for a while, though the reset is carried out.
class passing_error_quirk final : public quirk {
public:
  explicit passing_error_quirk(passing_error what) : what_(what) {}

  std::optional<http::response> before(quirk_exchange& x) override {
    if (x.now() >= until_ || !is_read(x.request) || !reads_system(x)) return std::nullopt;
    count();
    return error_answer(x.kind(), what_);
  }

  void after(quirk_exchange& x, http::response& given) override {
    if (is_reset(x) && succeeded(given)) until_ = x.now() + passing_time;
  }

private:
  // An empty body has been seen for the collection of systems, too.
  bool reads_system(const quirk_exchange& x) const {
    return x.path == system_path(x.kind()) ||
           (what_ == passing_error::empty && x.path == service_path("/Systems"));
  }

  const passing_error what_;
  timestamp until_{};
};

/// A reset is carried out and answered as an error.
class order_error_quirk final : public quirk {
public:
  void after(quirk_exchange& x, http::response& given) override {
    if (!is_reset(x) || !succeeded(given)) return;
    count();
    given = quirk_problem(x.kind(),
                          {.message_id = "IDRAC.2.8.SYS446",
                           .status = 500,
                           .text = "Unable to complete the operation because an internal error "
                                   "occurred. Retry the operation."});
  }
};

/// The first reading after a reset shows a false power state.
class false_power_quirk : public quirk {
public:
  std::optional<http::response> before(quirk_exchange& x) override {
    before_ = x.machine().power() == machine_power::powered_off ? "Off" : "On";
    return std::nullopt;
  }

  void after(quirk_exchange& x, http::response& given) override {
    if (is_reset(x) && succeeded(given)) {
      shown_ = state_after(reset_type_of(x.request), before_);
      return;
    }
    if (shown_.empty() || !is_read(x.request) || x.path != system_path(x.kind())) return;
    const auto lie = std::exchange(shown_, {});
    edit_body(given, [&](json& body) {
      if (body["PowerState"] == lie) return false;
      body["PowerState"] = lie;
      count();
      return true;
    });
  }

protected:
  /// The state to show once; empty: the true one.
  virtual std::string state_after(const std::string& reset, const std::string& before) const = 0;

private:
  std::string before_;
  std::string shown_;
};

class stale_power_quirk final : public false_power_quirk {
  std::string state_after(const std::string&, const std::string& before) const override {
    return before;
  }
};

struct early_row {
  std::string_view reset;
  std::string_view state;
};

constexpr std::array early_rows{early_row{"On", "On"}, early_row{"ForceOn", "On"},
                                early_row{"ForceOff", "Off"}};

class early_power_quirk final : public false_power_quirk {
  std::string state_after(const std::string& reset, const std::string&) const override {
    for (const auto& row : early_rows)
      if (row.reset == reset) return std::string{row.state};
    return {};
  }
};

}  // namespace

quirk_ptr make_passing_error(passing_error what) {
  return std::make_unique<passing_error_quirk>(what);
}

quirk_ptr make_order_error() { return std::make_unique<order_error_quirk>(); }
quirk_ptr make_stale_power() { return std::make_unique<stale_power_quirk>(); }
quirk_ptr make_early_power() { return std::make_unique<early_power_quirk>(); }

}  // namespace ironbus::simulator
