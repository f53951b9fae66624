#include "drivers/ramdisk/system/network_plan.hpp"

#include <algorithm>

namespace ironbus::ramdisk {

namespace {

using kinds = network_link::kinds;

constexpr const char* net_folder = "/sys/class/net/";
constexpr std::size_t interface_name_max = 15;
constexpr int vlan_id_max = 4094;

class network_planner {
public:
  network_planner(const static_network& wanted, const std::map<std::string, std::string>& cards)
      : wanted_{wanted}, cards_{cards} {}

  network_plan plan() {
    each(kinds::card, [this](const auto& link) { find_card(link); });
    each(kinds::bond, [this](const auto& link) { add_bond(link); });
    each(kinds::vlan, [this](const auto& link) { add_vlan(link); });
    for (const auto& one : wanted_.addresses) add_address(one);
    return std::move(out_);
  }

private:
  template <class F>
  void each(kinds kind, F act) {
    for (const auto& link : wanted_.links)
      if (link.kind == kind) act(link);
  }

  void run(std::vector<std::string> program) {
    out_.orders.push_back({std::move(program), {}, {}});
  }
  void write(std::string file, std::string text) {
    out_.orders.push_back({{}, net_folder + std::move(file), std::move(text)});
  }
  void leave_out(const network_link& link, const std::string& why) {
    out_.problems.push_back("network_data: the link '" + link.id + "' is left out: " + why + ".");
  }
  void need_module(const std::string& name) {
    auto& all = out_.modules;
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  void exclude_from_dhcp(const std::string& name) {
    auto& all = out_.without_dhcp;
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }

  void find_card(const network_link& link) {
    const auto found = cards_.find(link.mac);
    if (link.mac.empty() || found == cards_.end())
      return leave_out(link, link.mac.empty() ? "it has no ethernet_mac_address"
                                              : "this machine has no network card " + link.mac);
    names_[link.id] = found->second;
    bring_up(link, found->second);
  }

  void bring_up(const network_link& link, const std::string& name) {
    run({"ip", "link", "set", name, "up"});
    if (link.mtu > 0) run({"ip", "link", "set", name, "mtu", std::to_string(link.mtu)});
  }

  void add_bond(const network_link& link) {
    std::vector<std::string> members;
    for (const auto& id : link.members)
      if (const auto found = names_.find(id); found != names_.end())
        members.push_back(found->second);
    if (members.empty()) return leave_out(link, "none of its bond_links is here");
    const auto name = "bond" + std::to_string(bonds_++);
    need_module("bonding");
    // The module may create bond0 by itself; the order to remove it may fail.
    write("bonding_masters", "-" + name);
    write("bonding_masters", "+" + name);
    for (const auto& [file, value] : link.bond_options) write(name + "/bonding/" + file, value);
    for (const auto& member : members) {
      run({"ip", "link", "set", member, "down"});
      write(name + "/bonding/slaves", "+" + member);
      exclude_from_dhcp(member);
    }
    if (!link.mac.empty()) run({"ip", "link", "set", name, "address", link.mac});
    names_[link.id] = name;
    bring_up(link, name);
  }

  void add_vlan(const network_link& link) {
    const auto parent = names_.find(link.parent);
    if (parent == names_.end())
      return leave_out(link, "its vlan_link '" + link.parent + "' is not here");
    if (link.vlan_id < 1 || link.vlan_id > vlan_id_max)
      return leave_out(link, "its vlan_id is not a number from 1 to 4094");
    const auto id = std::to_string(link.vlan_id);
    auto name = parent->second + "." + id;
    if (name.size() > interface_name_max) name = "vlan" + std::to_string(vlans_++) + "." + id;
    need_module("8021q");
    run({"ip", "link", "add", "link", parent->second, "name", name, "type", "vlan", "id", id});
    if (!link.mac.empty()) run({"ip", "link", "set", name, "address", link.mac});
    names_[link.id] = name;
    bring_up(link, name);
  }

  void add_address(const static_address& one) {
    const auto found = names_.find(one.link);
    if (found == names_.end()) {
      out_.problems.push_back("network_data: the address " + one.address +
                              " is left out: its link '" + one.link + "' is not here.");
      return;
    }
    const auto& name = found->second;
    run({"ip", "address", "add", one.address + "/" + std::to_string(one.prefix), "dev", name});
    if (!one.gateway.empty())
      run({"ip", "route", "add", "default", "via", one.gateway, "dev", name});
    exclude_from_dhcp(name);
    ++out_.addresses;
  }

  const static_network& wanted_;
  const std::map<std::string, std::string>& cards_;
  std::map<std::string, std::string> names_;  // id of a link → interface
  int bonds_ = 0;
  int vlans_ = 0;
  network_plan out_;
};

}  // namespace

network_plan plan_network(const static_network& wanted,
                          const std::map<std::string, std::string>& cards) {
  return network_planner{wanted, cards}.plan();
}

}  // namespace ironbus::ramdisk
