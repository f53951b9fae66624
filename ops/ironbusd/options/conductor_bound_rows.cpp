// The rows of the section `conductor` that limit the sizes of nodes and records.

#include "ops/ironbusd/options/conductor_row.hpp"
#include "ops/ironbusd/options/limits_of.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option bound_row(std::string name, field where, const std::string& subject, int64_t least) {
  return conductor_row(std::move(name), std::move(where),
                       "Largest JSON text of " + subject + ", for all writers.",
                       within(least, 1'048'576, "KiB", 1024));
}

/// Gateways name these limits to clients, so they should be the same in every process.
std::vector<option> storage() {
  return {
      bound_row("max_field_size",
                member_option([](auto& x) -> auto& { return x.policy.bounds.field_bytes_max; }),
                "one field of a node, its parts or a record, or of the arguments of one step", 16),
      conductor_row("max_field_depth",
                    member_option([](auto& x) -> auto& { return x.policy.bounds.field_depth_max; }),
                    "Deepest nesting of such a field, for all writers.", within(8, 100)),
      bound_row("max_config_drive_size", member_option([](auto& x) -> auto& {
                  return x.policy.bounds.config_drive_bytes_max;
                }),
                "a config drive, which does not count as part of instance_info", 64),
      bound_row("max_inventory_size",
                member_option([](auto& x) -> auto& { return x.policy.bounds.inventory_bytes_max; }),
                "a node's inventory with its plugin data", 64),
      bound_row("max_node_size",
                member_option([](auto& x) -> auto& { return x.policy.bounds.node_bytes_max; }),
                "a node with its parts and its running work, without config drive and inventory",
                64),
  };
}

option certificate_key_row() {
  auto out =
      conductor_row("certificate_key_file",
                    member_option([](auto& x) -> auto& { return x.certificate_key_file; }),
                    "Private key that signs cleaning certificates: Ed25519, PEM, no passphrase. "
                    "Must be the same for all conductors. See docs/how-to/prove_an_erasure.md.");
  out.unset = "no certificates";
  out.example = "/etc/ironbus/certificates.pem";
  return out;
}

std::vector<option> sizes() {
  return {
      conductor_row("node_history_max_entries",
                    member_option([](auto& x) -> auto& { return x.conductor.history_max_entries; }),
                    "Most entries of a node's history; the oldest are deleted first.",
                    within(0, 10'000)),
      conductor_row("operations_max_entries", member_option([](auto& x) -> auto& {
                      return x.conductor.operations_max_entries;
                    }),
                    "Finished operations kept per node, with their steps.", within(1, 1000)),
      certificate_key_row(),
      conductor_row("certificates_max_entries", member_option([](auto& x) -> auto& {
                      return x.conductor.certificates_max_entries;
                    }),
                    "Most cleaning certificates kept per node; the oldest are deleted first.",
                    within(1, 1000)),
      conductor_row("log_in_db_max_size",
                    member_option([](auto& x) -> auto& { return x.conductor.error_text_max; }),
                    "Longest error text that is stored; the rest is cut off.",
                    within(128, 1'000'000, "bytes")),
      conductor_row("threads", member_option([](auto& x) -> auto& { return x.runtime.threads; }),
                    "Threads that make decisions and commit them.", within(1, 64)),
      conductor_row("prefetch", member_option([](auto& x) -> auto& { return x.runtime.prefetch; }),
                    "Most messages in work per shard.", within(1, 1000)),
      conductor_row("passivate_after",
                    member_option([](auto& x) -> auto& { return x.runtime.passivate_after; }),
                    "A node that is idle for this long is dropped from memory.", within(1s, 24h)),
      conductor_row("member_check_interval",
                    member_option([](auto& x) -> auto& { return x.runtime.member_check_interval; }),
                    "How often a conductor checks for lost conductors, to take over their shards.",
                    within(100ms, 1min)),
  };
}

}  // namespace

std::vector<option> conductor_bound_rows() {
  auto out = storage();
  auto more = sizes();
  std::move(more.begin(), more.end(), std::back_inserter(out));
  return out;
}

}  // namespace ironbus::daemon
