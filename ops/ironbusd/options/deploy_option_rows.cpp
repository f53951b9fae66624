// The rows of the section `deploy`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option deploy_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"deploy", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

std::vector<option> agents_that_stay() {
  return {
      deploy_row("fast_track", member_option([](auto& x) -> auto& { return x.policy.fast_track; }),
                 "Keep agents running between workflows, and use a running agent instead of "
                 "booting the machine. A node's driver_info.fast_track takes precedence."),
      deploy_row("fast_track_timeout",
                 member_option([](auto& x) -> auto& { return x.conductor.fast_track_timeout; }),
                 "An agent without a heartbeat for this long counts as lost.", within(1s, 24h)),
  };
}

/// The priority of one clean step of agents.
option priority(std::string name, std::string step, const char* agents_own) {
  auto where = field{value_type::priority,
                     [step](settings& x, const json& document, const limits& allowed) {
                       return read_value(document, allowed, x.policy.agent_clean_priorities[step]);
                     },
                     [step](const settings& settings, const limits& how) {
                       const auto& all = settings.policy.agent_clean_priorities;
                       const auto found = all.find(step);
                       return found == all.end() ? std::string{} : show_value(how, found->second);
                     }};
  auto out = deploy_row(
      std::move(name), std::move(where),
      "Priority of the agents' clean step " + step + "; 0 leaves it out of automated cleaning.",
      within(0, 1'000'000));
  out.unset = agents_own;
  out.example = "0";
  return out;
}

std::vector<option> priorities() {
  return {
      priority("erase_devices_priority", "deploy.erase_devices", "the agent's own, mostly 10"),
      priority("erase_devices_metadata_priority", "deploy.erase_devices_metadata",
               "the agent's own, mostly 99"),
      priority("create_configuration_priority", "raid.create_configuration",
               "the agent's own, mostly 0"),
      priority("delete_configuration_priority", "raid.delete_configuration",
               "the agent's own, mostly 0"),
  };
}

std::vector<option> erasure() {
  return {
      deploy_row("shred_random_overwrite_iterations",
                 member_option([](auto& x) -> auto& { return x.agents.erasure.random_overwrites; }),
                 "How often agents overwrite a disk with random data if it cannot erase itself.",
                 within(0, 1000)),
      deploy_row("shred_final_overwrite_with_zeros",
                 member_option([](auto& x) -> auto& { return x.agents.erasure.zeros_at_last; }),
                 "Overwrite the disk with zeros after that."),
      deploy_row("continue_if_disk_secure_erase_fails", member_option([](auto& x) -> auto& {
                   return x.agents.erasure.overwrite_if_erase_fails;
                 }),
                 "Overwrite a disk if its own secure erase fails. If false, the step fails."),
      deploy_row("enable_ata_secure_erase",
                 member_option([](auto& x) -> auto& { return x.agents.erasure.by_ata; }),
                 "Use the secure erase of ATA disks."),
      deploy_row("enable_nvme_secure_erase",
                 member_option([](auto& x) -> auto& { return x.agents.erasure.by_nvme; }),
                 "Use the secure erase of NVMe disks."),
      deploy_row("disk_erasure_concurrency",
                 member_option([](auto& x) -> auto& { return x.agents.erasure.disks_at_once; }),
                 "Most disks of a machine that are erased at once.", within(1, 1000)),
      deploy_row("erase_skip_read_only",
                 member_option([](auto& x) -> auto& { return x.agents.erasure.skip_read_only; }),
                 "Skip read-only disks. If false, the step fails."),
  };
}

std::vector<option> sources() {
  auto where =
      deploy_row("ramdisk_image_download_source",
                 member_option([](auto& x) -> auto& { return x.agents.images.boot_fetcher; }),
                 "Who fetches kernels, ramdisks and boot ISOs from http:// and https:// URLs. "
                 "local: this service, which caches and serves them. http: iPXE or the BMC, from "
                 "the URL. A node's or instance's ramdisk_image_download_source takes precedence.",
                 one_of({"http", "local"}));
  return {std::move(where)};
}

}  // namespace

std::vector<option> deploy_option_rows() {
  auto out = agents_that_stay();
  for (auto part : {priorities, erasure, sources}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
