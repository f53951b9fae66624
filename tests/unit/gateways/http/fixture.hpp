#pragma once

#include "client.hpp"
#include "fakes.hpp"
#include "gateways/http/gateway.hpp"
#include "messages/base/json.hpp"

namespace ironbus::test {

/// A gateway on a free port, with two nodes and a port in its store.
struct gateway_fixture {
  explicit gateway_fixture(http::gateway_options options = {},
                           const installation_policy& policy = {}) {
    options.server.port = 0;
    options.write_metrics = write_metrics;
    options.own_hosts = {"a", "api.test"};
    records.put(sample_node(node_1, "web-1"));
    auto second = sample_node(node_2, "web-2");
    second.ports.push_back(port{});
    second.ports.back().uuid = port_1;
    second.ports.back().address = "52:54:00:00:00:01";
    second.ports.back().node_uuid = node_2;
    second.attributes.driver_internal_info = {{"agent_secret_token", "token"}};
    second.attributes.state = provision_state::clean_wait;
    records.put(second);
    records.put_member({"one", "1", R"({"host":"peer","roles":["conductor"],
                        "drivers":["fake-hardware"],"conductor_group":""})"});
    served =
        std::make_unique<http::gateway>(messages, records, catalog, inspection, time,
                                        std::make_shared<installation_policy>(policy), options);
    served->start().value();
  }
  ~gateway_fixture() { served->stop(); }

  answer ask(const std::string& method, const std::string& path, const std::string& body = {},
             const std::string& version = "1.115") const {
    return test::ask(served->port(), method, path, version, body);
  }
  json get(const std::string& path, const std::string& version = "1.115") const {
    return json::parse(ask("GET", path, {}, version).body);
  }

  fake_bus messages;
  fake_store records;
  driver_catalog catalog = sample_catalog();
  fake_inspection inspection;
  fixed_clock time;
  std::unique_ptr<http::gateway> served;
};

}  // namespace ironbus::test
