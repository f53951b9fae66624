#include "ops/simulator/redfish/sessions.hpp"

#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

const std::string sessions_path = service_path("/SessionService/Sessions");

json shown_session(const session& session) {
  auto out = resource(sessions_path + "/" + session.id, "Session.v1_3_0.Session", session.id,
                      "User Session");
  out["UserName"] = session.user;
  out["Password"] = nullptr;
  return out;
}

}  // namespace

answer show_session_service(const call& call) {
  auto out = resource(service_path("/SessionService"), "SessionService.v1_1_6.SessionService",
                      "SessionService", "Session Service");
  out["ServiceEnabled"] = true;
  out["SessionTimeout"] = call.kind().session_timeout.count();
  out["Sessions"] = link_to(sessions_path);
  out["Status"] = good_status();
  return reply{200, out};
}

answer list_sessions(const call& call) {
  std::vector<std::string> ids;
  for (const auto& session : call.memory.sessions.all()) ids.push_back(session.id);
  return reply{200, collection(sessions_path, "SessionCollection", "Session Collection",
                               member_links(sessions_path, ids))};
}

answer open_session(const call& call) {
  static constexpr std::array rules{member_rule{"UserName", value_kind::text, {}, true},
                                    member_rule{"Password", value_kind::text, {}, true}};
  if (auto wrong = check_properties(call.body, rules, json::object())) return refuse(*wrong);
  if (call.body["UserName"] != call.kind().user ||
      call.body["Password"] != call.memory.account_password())
    return refuse({"ResourceAtUriUnauthorized", {call.path}});
  const auto* opened =
      call.memory.sessions.open(std::string{call.kind().user}, call.memory.ids.next(), call.now());
  if (opened == nullptr) return refuse(to_fault(call.kind().session_limit));
  return reply{201,
               shown_session(*opened),
               {{"X-Auth-Token", opened->token}, {"Location", sessions_path + "/" + opened->id}}};
}

answer show_session(const call& call) {
  const auto& all = call.memory.sessions.all();
  const auto found = std::ranges::find(all, call.ids[0], &session::id);
  if (found == all.end()) return refuse({"ResourceNotFound", {"Session", call.ids[0]}});
  return reply{200, shown_session(*found)};
}

answer close_session(const call& call) {
  if (!call.memory.sessions.close(call.ids[0]))
    return refuse({"ResourceNotFound", {"Session", call.ids[0]}});
  return no_content();
}

}  // namespace ironbus::simulator
