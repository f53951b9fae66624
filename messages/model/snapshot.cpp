#include "messages/model/snapshot.hpp"

#include "messages/model/field.hpp"

namespace ironbus {

member_codecs<node_snapshot> members_of(const node_snapshot*) {
  using x = node_snapshot;
  static constexpr auto all = sorted_members(
      coded_member<&x::attributes>(attributes_key), coded_member<&x::ports>("ports"),
      coded_member<&x::portgroups>("portgroups"),
      coded_member<&x::volume_connectors>("volume_connectors"),
      coded_member<&x::volume_targets>("volume_targets"), coded_member<&x::traits>("traits"),
      coded_member<&x::bios>("bios"), coded_member<&x::firmware>("firmware"),
      coded_member<&x::current>("current"), coded_member<&x::queued>("queued"),
      coded_member<&x::power>("power"), coded_member<&x::power_queued>("power_queued"),
      coded_member<&x::calls>("calls"), coded_member<&x::deferred>("deferred"),
      coded_member<&x::in_flight>("in_flight"), coded_member<&x::waiting>("waiting"),
      coded_member<&x::sequence>("sequence"), coded_member<&x::history_first>("history_first"),
      coded_member<&x::history_end>("history_end"),
      coded_member<&x::operations_first>("operations_first"),
      coded_member<&x::operations_end>("operations_end"),
      coded_member<&x::certificates_first, member_kind::if_filled>("certificates_first"),
      coded_member<&x::certificates_end, member_kind::if_filled>("certificates_end"),
      coded_member<&x::last_certificate, member_kind::if_filled>("last_certificate"),
      coded_member<&x::power_sync_failures>("power_sync_failures"),
      coded_member<&x::power_unconfirmed, member_kind::if_filled>("power_unconfirmed"),
      coded_member<&x::power_sync_rests_until, member_kind::if_filled>("power_sync_rests_until"),
      coded_member<&x::power_differs, member_kind::if_filled>("power_differs"),
      coded_member<&x::applied>("applied"), schema_member<x>());
  return all;
}

namespace {

/// Finds out which kind of request the outstanding one is.
result<node_snapshot> named(result<node_snapshot> snapshot) {
  if (!snapshot || !snapshot->in_flight) return snapshot;
  auto& out = *snapshot->in_flight;
  if (snapshot->power && snapshot->power->id == out.operation_id)
    out.what = due_power_action{};
  else if (!snapshot->calls.empty() && snapshot->calls.front().id == out.operation_id)
    out.what = due_driver_call{};
  return snapshot;
}

}  // namespace

void node_snapshot::record_handled(const std::string& id) {
  applied.push_back(id);
  if (applied.size() > applied_max) applied.erase(applied.begin());
}

std::string encode_snapshot(const node_snapshot& x) { return to_text(x); }

result<node_snapshot> decode_snapshot(std::string_view text) {
  return named(decode_stored<node_snapshot>(text, "snapshot"));
}

}  // namespace ironbus
