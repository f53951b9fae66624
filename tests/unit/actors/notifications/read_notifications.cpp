#include "tests/unit/actors/notifications/read_notifications.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

notification read_notification(const outgoing& message) {
  const auto outer = json::parse(message.body);
  BOOST_TEST(outer.at("oslo.version") == "2.0");
  BOOST_TEST(outer.size() == 2U);
  return {message.routing_key, json::parse(outer.at("oslo.message").get<std::string>())};
}

std::vector<notification> notifications_of(node_fixture& n) {
  std::vector<notification> out;
  for (const auto& message : n.notifications()) out.push_back(read_notification(message));
  return out;
}

std::vector<std::string> in_short(const std::vector<notification>& all) {
  std::vector<std::string> out;
  for (const auto& x : all) {
    auto text = x.type();
    for (const std::string start : {"baremetal.", "node."})
      if (text.starts_with(start)) text.erase(0, start.size());
    if (x.payload().contains("ironic_object.data")) {
      const auto& data = x.data();
      if (data.contains("to_power")) text += " " + data.at("to_power").get<std::string>();
      if (data.contains("event"))
        text += " " + data.at("event").get<std::string>() + " " +
                data.at("previous_provision_state").get<std::string>() + ">" +
                data.at("provision_state").get<std::string>();
    }
    out.push_back(text);
  }
  return out;
}

node_fixture& notifying(node_fixture& n) {
  n.options.notifications.level = notification_level::info;
  return n;
}

node_fixture enrolled(json fields) {
  node_fixture out;
  out.tell(delete_node{});
  notifying(out);
  fields["driver"] = "fake-hardware";
  const auto answer = out.tell(create_node{std::move(fields), out.api_version});
  BOOST_REQUIRE(!answer.refused);
  return out;
}

std::vector<std::string> names_in(const json& object) {
  std::vector<std::string> out;
  for (const auto& [name, value] : object.items()) out.push_back(name);
  return out;
}

}  // namespace ironbus::test
