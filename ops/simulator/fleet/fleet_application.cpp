#include "ops/simulator/fleet/fleet_application.hpp"

namespace ironbus::simulator {

namespace {

// A command may contain a config drive.
constexpr size_t order_bytes_max = 64 * 1024 * 1024;
constexpr std::string_view list_path = "/simulate/machines";
constexpr std::string_view report_path = "/simulate/report";

}  // namespace

bool fleet_application::is_for_agent(const http::request& x) const {
  return agents_ && x.target.starts_with("/agents/");
}

size_t fleet_application::body_bytes_max(const http::request& head) const {
  return is_for_agent(head) ? order_bytes_max : 0;
}

void fleet_application::handle(http::request given, http::responder reply) {
  if (is_for_agent(given)) return agents_(std::move(given), std::move(reply));
  if (given.method != "GET" && given.method != "HEAD") {
    auto out = refuse(405, "allowed: GET");
    out.headers.emplace_back("Allow", "GET, HEAD");
    return reply(std::move(out));
  }
  if (given.target != list_path) return reply(show(given));
  list_([reply = std::move(reply)](const json& machines) {
    http::response shown;
    shown.body = to_text({{"machines", machines}});
    reply(std::move(shown));
  });
}

/// The report, and /simulate/machines/NAME/console.
http::response fleet_application::show(const http::request& given) const {
  static constexpr std::string_view end = "/console";
  if (given.target == report_path) {
    http::response out;
    out.body = to_text(report_());
    return out;
  }
  std::string_view name{given.target};
  if (!name.starts_with(std::string{list_path} + "/") || !name.ends_with(end) ||
      name.size() <= list_path.size() + 1 + end.size())
    return refuse(
        404,
        "no such path; available: /simulate/machines, /simulate/report and, for virtual machines, "
        "/simulate/machines/NAME/console");
  name.remove_prefix(list_path.size() + 1);
  name.remove_suffix(end.size());
  auto text = console_(std::string{name});
  if (!text) return refuse(404, "no machine '" + std::string{name} + "' with a console");
  http::response out;
  out.content_type = "text/plain; charset=utf-8";
  out.body = std::move(*text);
  return out;
}

http::response fleet_application::refuse(unsigned status, const std::string& reason) const {
  http::response out;
  out.status = status;
  out.body = to_text({{"error", reason}});
  return out;
}

}  // namespace ironbus::simulator
