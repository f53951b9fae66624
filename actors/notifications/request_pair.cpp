#include "actors/notifications/request_pair.hpp"

namespace ironbus {

json unmade() { return {{"created_at", nullptr}}; }

json unchanged_since(const json& before) { return {{"updated_at", before.at("updated_at")}}; }

void tell(notifier& out, const request_pair& request, const json& data, const json& at_start) {
  if (!out.wants("start")) return;
  const auto tell_one = [&](std::string_view status, json shown) {
    out.tell({request.object, request.action, status, api_service},
             make_payload(request.payload, std::move(shown)));
  };
  auto first = data;
  first.update(at_start);
  tell_one("start", std::move(first));
  tell_one("end", data);
}

}  // namespace ironbus
