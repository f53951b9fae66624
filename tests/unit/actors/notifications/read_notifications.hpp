#pragma once

#include "messages/base/json.hpp"
#include "messages/ports/bus.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <string>
#include <vector>

namespace ironbus::test {

/// A notification as its consumers receive it.
struct notification {
  std::string routing_key;
  json envelope;

  std::string type() const { return envelope.at("event_type"); }
  const json& payload() const { return envelope.at("payload"); }
  const json& data() const { return payload().at("ironic_object.data"); }
};

notification read_notification(const outgoing& message);

/// Those since the last call.
std::vector<notification> notifications_of(node_fixture& n);

/// A short form of each: "power_set.start power on", "provision_set.start manage enroll>verifying",
/// "port.create.end".
std::vector<std::string> in_short(const std::vector<notification>& all);

/// The node sends notifications from now on.
node_fixture& notifying(node_fixture& n);

/// A node that was enrolled with these fields while notifications were on.
node_fixture enrolled(json fields = json::object());

/// The names of the members of an object, in order.
std::vector<std::string> names_in(const json& object);

}  // namespace ironbus::test
