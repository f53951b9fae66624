#include "messages/model/components.hpp"
#include "messages/model/record.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/coded_types.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus {

namespace {

using test::coded;
using test::coded_type;

const std::string model_folder = "tests/unit/messages/model";

/// A wait has no initial value.
coded_type wait_type() { return {"wait", 7, json::object(), &test::read_and_write<wait>}; }

/// Its ids are one text.
coded_type trace_context_type() {
  return {"trace_context", 2, json::object(), &test::read_and_write<trace_context>};
}

coded_type record_snapshot_type() {
  auto initial = json::parse(encode_record({}));
  initial.erase("schema");
  return {"record_snapshot", boost::pfr::tuple_size_v<record_snapshot> + 1, initial,
          [](const json& text) -> result<json> {
            auto read = decode_record(to_text(text));
            if (!read) return tl::unexpected(read.error());
            return json::parse(encode_record(*read));
          }};
}

coded_type node_snapshot_type() {
  auto initial = json::parse(encode_snapshot({}));
  initial.erase("schema");
  return {"node_snapshot", boost::pfr::tuple_size_v<node_snapshot> + 1, initial,
          [](const json& text) -> result<json> {
            auto read = decode_snapshot(to_text(text));
            if (!read) return tl::unexpected(read.error());
            return json::parse(encode_snapshot(*read));
          }};
}

std::vector<coded_type> model_types() {
  return {
      coded<node>("node"),
      coded<port>("port"),
      coded<portgroup>("portgroup"),
      coded<volume_connector>("volume_connector"),
      coded<volume_target>("volume_target"),
      coded<bios_setting>("bios_setting"),
      coded<firmware_component>("firmware_component"),
      coded<step>("step"),
      coded<ledger_entry>("ledger_entry"),
      coded<operation>("operation"),
      coded<power_action>("power_action"),
      coded<unconfirmed_power>("unconfirmed_power"),
      coded<power_difference>("power_difference"),
      coded<step_id>("step_id"),
      coded<driver_call>("driver_call"),
      coded<deferred_command>("deferred_command"),
      coded<seen_access>("seen_access"),
      coded<step_in_flight>("step_in_flight"),
      coded<machine_silence>("machine_silence"),
      wait_type(),
      coded<awaited_task>("awaited_task"),
      trace_context_type(),
      node_snapshot_type(),
      record_snapshot_type(),
  };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(model_codec)

BOOST_AUTO_TEST_CASE(every_struct_is_written_as_it_was_read) {
  test::check_texts(model_types(), model_folder);
}

BOOST_AUTO_TEST_CASE(missing_or_wrong_members) { test::check_members(model_types(), model_folder); }

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
