#include "messages/model/driver_catalog.hpp"

#include "messages/base/text.hpp"
#include "messages/model/instance_interfaces.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

struct arch_row {
  texts_by_arch ramdisk_images::*of_one;
  std::string ramdisk_images::*of_any;
};

constexpr std::array arch_rows{
    arch_row{&ramdisk_images::deploy_kernel_by_arch, &ramdisk_images::deploy_kernel},
    arch_row{&ramdisk_images::deploy_ramdisk_by_arch, &ramdisk_images::deploy_ramdisk},
    arch_row{&ramdisk_images::rescue_kernel_by_arch, &ramdisk_images::rescue_kernel},
    arch_row{&ramdisk_images::rescue_ramdisk_by_arch, &ramdisk_images::rescue_ramdisk},
    arch_row{&ramdisk_images::bootloader_by_arch, &ramdisk_images::bootloader},
};

}  // namespace

ramdisk_images ramdisk_images::of_arch(std::string_view arch) const {
  ramdisk_images out = *this;
  for (const auto& row : arch_rows)
    if (const auto found = (this->*row.of_one).find(arch); found != (this->*row.of_one).end())
      out.*row.of_any = found->second;
  return out;
}

namespace {

constexpr std::array old_drivers{
    old_driver{"fake_agent", "fake-hardware", "direct"},
    old_driver{"agent_ipmitool", "ipmi", "direct"},
    old_driver{"agent_ipmitool_socat", "ipmi", "direct"},
    old_driver{"agent_pyghmi", "ipmi", "direct"},
    old_driver{"pxe_ipmitool", "ipmi", "direct"},
    old_driver{"pxe_ipmitool_socat", "ipmi", "direct"},
    old_driver{"pxe_drac", "idrac", "direct"},
    old_driver{"pxe_drac_inspector", "idrac", "direct"},
};

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string in_quotes(std::string_view x) { return "'" + std::string{x} + "'"; }

}  // namespace

const old_driver* find_old_driver(std::string_view name) {
  for (const auto& row : old_drivers)
    if (row.name == name) return &row;
  return nullptr;
}

bool is_old_driver(std::string_view name) {
  return name == "agent_ssh" || find_old_driver(name) != nullptr;
}

const step_declaration* interface_implementation::find_step(std::string_view step_name) const {
  for (const auto& row : steps)
    if (row.name == step_name) return &row;
  return nullptr;
}

result<driver_catalog> driver_catalog::build(std::vector<hardware_type> types,
                                             std::vector<interface_implementation> implementations,
                                             driver_options options) {
  driver_catalog out;
  out.implementations_ = std::move(implementations);
  out.options_ = std::move(options);
  for (const auto& name : out.options_.hardware_types) {
    auto found = std::find_if(types.begin(), types.end(),
                              [&](const hardware_type& x) { return x.name == name; });
    if (found == types.end())
      return fail(error_code::invalid,
                  "enabled_hardware_types: there is no hardware type " + in_quotes(name) + ".");
    out.types_.push_back(*found);
  }
  for (const auto& [kind, names] : out.options_.interfaces)
    for (const auto& name : names)
      if (out.find(kind, name) == nullptr)
        return fail(error_code::invalid, "enabled_" + kind + "_interfaces: there is no " + kind +
                                             " interface " + in_quotes(name) + ".");
  for (const auto& type : out.types_)
    for (const auto& [kind, names] : type.supported) {
      const auto usable = out.enabled(type, kind);
      if (usable.empty())
        return fail(error_code::invalid, "enabled_" + kind + "_interfaces: hardware type " +
                                             in_quotes(type.name) + " needs one of " + join(names) +
                                             ".");
      auto preset = out.options_.defaults.find(kind);
      if (preset != out.options_.defaults.end() && !contains(usable, preset->second))
        return fail(error_code::invalid,
                    "default_" + kind + "_interface: " + in_quotes(preset->second) +
                        " is not enabled and supported by hardware type " + in_quotes(type.name) +
                        "; allowed: " + join(usable) + ".");
    }
  if (auto ok = out.check_choice(); !ok) return tl::unexpected(std::move(ok.error()));
  return out;
}

result<std::monostate> driver_catalog::check_choice() const {
  if (std::none_of(implementations_.begin(), implementations_.end(),
                   [](const auto& x) { return x.chooses_by_instance; }))
    return {};
  std::vector<std::string> able;
  for (const auto& x : implementations_)
    if (x.supports_deploy != nullptr) able.push_back(x.name);
  for (const auto& name : options_.autodetect_deploy_interfaces)
    if (!contains(able, name))
      return fail(error_code::invalid, "autodetect_deploy_interfaces: " + in_quotes(name) +
                                           " cannot be chosen; allowed: " + join(able) + ".");
  return {};
}

const hardware_type* driver_catalog::find_type(std::string_view name) const {
  for (const auto& type : types_)
    if (type.name == name) return &type;
  return nullptr;
}

std::vector<std::string> driver_catalog::enabled(const hardware_type& type,
                                                 std::string_view kind) const {
  std::vector<std::string> out;
  auto supported = type.supported.find(kind);
  if (supported == type.supported.end()) return out;
  auto chosen = options_.interfaces.find(kind);
  for (const auto& name : supported->second)
    if (find(kind, name) != nullptr &&
        (chosen == options_.interfaces.end() || contains(chosen->second, name)))
      out.push_back(name);
  return out;
}

std::optional<std::string> driver_catalog::default_interface(const hardware_type& type,
                                                             std::string_view kind) const {
  const auto usable = enabled(type, kind);
  if (usable.empty()) return std::nullopt;
  auto preset = options_.defaults.find(kind);
  return preset != options_.defaults.end() ? preset->second : usable.front();
}

result<std::monostate> driver_catalog::check_interface(const hardware_type& type,
                                                       std::string_view kind,
                                                       std::string_view name) const {
  const auto usable = enabled(type, kind);
  if (contains(usable, name)) return {};
  return fail(error_code::invalid, "Invalid value for '" + std::string{kind} + "_interface': " +
                                       in_quotes(name) + " is not enabled for driver " +
                                       in_quotes(type.name) + "; allowed: " + join(usable) + ".");
}

result<std::string> driver_catalog::choose_deploy_interface(const hardware_type& type,
                                                            const json& instance_info) const {
  const auto usable = enabled(type, "deploy");
  for (const auto& name : options_.autodetect_deploy_interfaces)
    if (contains(usable, name) && find("deploy", name)->supports_deploy(instance_info)) return name;
  return fail(error_code::invalid, "instance_info has no image for any of the deploy interfaces " +
                                       join(options_.autodetect_deploy_interfaces) +
                                       "; set image_source, or boot_iso, or kernel and ramdisk.");
}

const interface_implementation* driver_catalog::find(std::string_view kind,
                                                     std::string_view name) const {
  for (const auto& x : implementations_)
    if (x.kind == kind && x.name == name) return &x;
  return nullptr;
}

const interface_implementation* driver_catalog::find(const node& node,
                                                     std::string_view kind) const {
  const auto name = interface_in_use(node, kind);
  return name ? find(kind, *name) : nullptr;
}

std::optional<failure> driver_catalog::validate(const node_snapshot& snapshot,
                                                std::string_view kind) const {
  const auto* implementation = find(snapshot.attributes, kind);
  if (implementation == nullptr || !implementation->supported)
    return failure{error_code::invalid, "Driver " + snapshot.attributes.driver +
                                            " does not support " + std::string{kind} +
                                            " (disabled or not implemented)."};
  auto wrong = implementation->validate ? implementation->validate(snapshot) : std::nullopt;
  if (!wrong && implementation->boots_ramdisk) wrong = validate(snapshot, "boot");
  return wrong || !implementation->runs_live ? wrong : validate_live_boot(snapshot);
}

std::optional<failure> driver_catalog::validate_live_boot(const node_snapshot& snapshot) const {
  const auto* boot = find(snapshot.attributes, "boot");
  const bool has_drive = !snapshot.attributes.instance_info.value("configdrive", json{}).is_null();
  if (boot != nullptr && boot->validate_live && has_drive && !boot->brings_config_drive)
    return failure{error_code::invalid,
                   "The boot_interface " + in_quotes(boot->name) +
                       " cannot provide instance_info.configdrive to an instance that runs "
                       "without a local disk."};
  if (boot != nullptr && boot->validate_live) return boot->validate_live(snapshot);
  std::vector<std::string> able;
  for (const auto& other : implementations_)
    if (other.kind == "boot" && other.validate_live) able.push_back(other.name);
  return failure{
      error_code::invalid,
      "The boot_interface " +
          in_quotes(interface_in_use(snapshot.attributes, "boot").value_or("")) +
          " cannot boot an instance that runs without a local disk; allowed: " + join(able) + "."};
}

}  // namespace ironbus
