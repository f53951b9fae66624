#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/request_body.hpp"

#include <array>

namespace ironbus::http {

namespace {

constexpr std::array network_events{allowed_text{"network.bind_port"},
                                    allowed_text{"network.unbind_port"},
                                    allowed_text{"network.delete_port"}};

constexpr std::array event_fields{
    body_field{
        .name = "event", .type = body_type::text, .flags = needed, .allowed = network_events},
    body_field{.name = "port_id", .type = body_type::uuid, .flags = needed},
    body_field{.name = "mac_address", .type = body_type::mac, .flags = needed},
    body_field{.name = "status", .type = body_type::text, .flags = needed},
    body_field{.name = "device_id"},
    body_field{.name = "binding:host_id"},
    body_field{.name = "binding:vnic_type"},
};
constexpr body_table one_event{.fields = event_fields};

constexpr std::array events_fields{
    body_field{.name = "events",
               .type = body_type::objects,
               .flags = needed | not_empty,
               .members = &one_event},
};

}  // namespace

const body_table external_events_body{.name = "ExternalEvents", .fields = events_fields};

// Nothing waits for the network service yet, so a valid event needs no further action.
void take_external_events(const call_ptr& call) {
  const auto body = read_body(*call);
  if (!body) return call->refuse(body.error());
  call->respond_empty(204);
}

}  // namespace ironbus::http
