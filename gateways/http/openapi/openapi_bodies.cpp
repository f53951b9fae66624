#include "gateways/http/openapi/openapi_bodies.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr std::string_view provision = R"({
  "type": "object", "required": ["target"], "additionalProperties": false,
  "properties": {
    "target": {"enum": ["active", "deploy", "rebuild", "deleted", "undeploy", "manage", "provide",
                        "inspect", "abort", "clean", "adopt", "rescue", "unrescue", "unhold",
                        "service", "cleaned", "cleaning", "available"]},
    "configdrive": {"type": ["string", "object", "null"],
                    "description": "With active and rebuild (1.35): a URL, base64 text, or an object (1.56)."},
    "clean_steps": {"type": "array", "items": {"type": "object"}, "x-since": "1.15"},
    "deploy_steps": {"type": "array", "items": {"type": "object"}, "x-since": "1.69"},
    "service_steps": {"type": "array", "items": {"type": "object"}, "x-since": "1.87"},
    "disable_ramdisk": {"type": "boolean", "x-since": "1.70"},
    "rescue_password": {"type": "string", "x-since": "1.38"}}})";

constexpr std::string_view power = R"({
  "type": "object", "required": ["target"], "additionalProperties": false,
  "properties": {
    "target": {"enum": ["power on", "power off", "rebooting", "soft rebooting", "soft power off"]},
    "timeout": {"type": "integer", "minimum": 1, "x-since": "1.27"}}})";

constexpr std::string_view maintenance = R"({
  "type": "object", "additionalProperties": false,
  "properties": {"reason": {"type": ["string", "null"]}}})";

constexpr std::string_view traits = R"({
  "type": "object", "required": ["traits"], "additionalProperties": false,
  "properties": {"traits": {"type": "array", "maxItems": 50,
                            "items": {"type": "string", "maxLength": 255}}}})";

constexpr std::string_view heartbeat = R"({
  "type": "object", "required": ["callback_url", "agent_version", "agent_token"],
  "properties": {
    "callback_url": {"type": "string", "format": "uri", "maxLength": 1024},
    "agent_version": {"type": "string"},
    "agent_token": {"type": "string"},
    "agent_verify_ca": {"type": ["string", "null"], "x-since": "1.68"},
    "agent_status": {"enum": ["start", "end", "error", null], "x-since": "1.72"},
    "agent_status_message": {"type": ["string", "null"], "x-since": "1.72"}}})";

constexpr std::string_view inspection_data_body = R"({
  "type": "object", "required": ["inventory"],
  "properties": {
    "inventory": {"type": "object", "required": ["interfaces"], "properties": {
      "interfaces": {"type": "array", "minItems": 1, "maxItems": 1024,
                     "items": {"type": "object", "required": ["mac_address"],
                               "properties": {"mac_address": {"type": "string"}}}},
      "bmc_address": {"type": ["string", "null"]},
      "bmc_v6address": {"type": ["string", "null"]}}}}})";

constexpr std::string_view rules_trial = R"({
  "type": "object", "additionalProperties": false,
  "properties": {
    "rules": {"type": "array", "maxItems": 1000, "items": {"type": "object"}},
    "node": {"type": "string", "description": "UUID or name; gives the inventory, too."},
    "inventory": {"type": "object"},
    "plugin_data": {"type": "object"},
    "phases": {"type": "array", "items": {"enum": ["early", "preprocess", "main"]}},
    "hooks": {"type": "boolean"}}})";

constexpr std::array bodies{
    described_body{"PUT", "/v1/nodes/{ident}/states/provision", "ProvisionRequest", provision},
    described_body{"PUT", "/v1/nodes/{ident}/states/power", "PowerRequest", power},
    described_body{"PUT", "/v1/nodes/{ident}/maintenance", "MaintenanceRequest", maintenance,
                   false},
    described_body{"PUT", "/v1/nodes/{ident}/traits", "TraitsRequest", traits},
    described_body{"POST", "/v1/heartbeat/{ident}", "Heartbeat", heartbeat},
    described_body{"POST", "/v1/continue_inspection", "InspectionData", inspection_data_body},
    described_body{"POST", "/v1/inspection_rules/test", "RulesTrial", rules_trial},
};

}  // namespace

std::span<const described_body> described_bodies() { return bodies; }

const described_body* find_body(std::string_view method, std::string_view path) {
  const auto at = std::find_if(bodies.begin(), bodies.end(),
                               [&](const auto& x) { return x.method == method && x.path == path; });
  return at == bodies.end() ? nullptr : at;
}

}  // namespace ironbus::http
