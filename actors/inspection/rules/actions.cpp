#include "actors/inspection/rules/actions.hpp"

#include "actors/inspection/rules/attributes.hpp"

#include <array>

namespace ironbus::inspection {

namespace {

constexpr parameter new_value{"value", is_anything};
constexpr parameter only_once{"unique", is_flag, "false"};

constexpr std::array fail_form{parameter{"msg", is_anything}};
constexpr std::array log_form{parameter{"msg", is_anything},
                              parameter{"level", is_log_level, "\"info\""}};

constexpr parameter node_path{"path", is_node_path};
constexpr std::array node_set_form{node_path, new_value};
constexpr std::array node_extend_form{node_path, new_value, only_once};
constexpr std::array node_del_form{node_path};

constexpr parameter capability{"name", is_capability_name};
constexpr std::array capability_set_form{capability, parameter{"value", is_scalar}};
constexpr std::array capability_unset_form{capability};
constexpr std::array trait_add_form{parameter{"name", is_trait}};
constexpr std::array trait_remove_form{parameter{"name", is_text}};

constexpr parameter port_id{"port_id", is_name};
constexpr parameter port_path{"path", is_port_path};
constexpr std::array port_set_form{port_id, port_path, new_value};
constexpr std::array port_extend_form{port_id, port_path, new_value, only_once};
constexpr std::array port_del_form{port_id, port_path};

constexpr parameter data_path{"path", is_data_path};
constexpr std::array data_set_form{data_path, new_value};
constexpr std::array data_extend_form{data_path, new_value, only_once};
constexpr std::array data_unset_form{data_path};

constexpr std::array call_form{
    parameter{"url", is_url},
    parameter{"headers", is_object, "{}"},
    parameter{"proxies", is_object, "{}"},
    parameter{"timeout", is_timeout, "5"},
    parameter{"retries", is_retry_count, "3"},
    parameter{"backoff_factor", is_backoff, "0.3"},
};

constexpr std::array actions{
    action_info{{"fail", fail_form}, true, fail_inspection},
    action_info{{"log", log_form}, true, write_log},
    action_info{{"set-attribute", node_set_form}, false, set_attribute},
    action_info{{"extend-attribute", node_extend_form}, false, extend_attribute},
    action_info{{"del-attribute", node_del_form}, false, delete_attribute},
    action_info{{"set-capability", capability_set_form}, false, set_capability},
    action_info{{"unset-capability", capability_unset_form}, false, unset_capability},
    action_info{{"add-trait", trait_add_form}, false, add_trait},
    action_info{{"remove-trait", trait_remove_form}, false, remove_trait},
    action_info{{"set-plugin-data", data_set_form}, true, set_plugin_data},
    action_info{{"extend-plugin-data", data_extend_form}, true, extend_plugin_data},
    action_info{{"unset-plugin-data", data_unset_form}, true, unset_plugin_data},
    action_info{{"set-port-attribute", port_set_form}, false, set_port_attribute},
    action_info{{"extend-port-attribute", port_extend_form}, false, extend_port_attribute},
    action_info{{"del-port-attribute", port_del_form}, false, delete_port_attribute},
    action_info{{"api-call", call_form}, false, call_api},
};

}  // namespace

std::span<const action_info> all_actions() { return actions; }

const action_info* find_action(std::string_view name) {
  for (const auto& row : actions)
    if (row.form.name == name) return &row;
  return nullptr;
}

}  // namespace ironbus::inspection
