#include "drivers/redfish/raid/raid_plan.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

constexpr int64_t gib = int64_t{1} << 30;

raid_drive drive(int number, const std::string& media = "SSD", int64_t gigabytes = 400) {
  const auto id = "D" + std::to_string(number);
  return {"/d/" + id, id, "Drive " + std::to_string(number), media, "SATA", gigabytes * gib};
}

raid_controller controller(std::vector<raid_drive> drives) {
  raid_controller out;
  out.path = "/s/R1";
  out.id = "R1";
  out.name = "Controller";
  out.volumes_path = "/s/R1/Volumes";
  out.drives = std::move(drives);
  return out;
}

std::vector<raid_controller> with_drives(int count) {
  std::vector<raid_drive> all;
  all.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) all.push_back(drive(i));
  return {controller(std::move(all))};
}

json disk(const std::string& level, json size) {
  return {{"raid_level", level}, {"size_gb", std::move(size)}};
}

json with(json disk, json more) {
  disk.update(more);
  return disk;
}

std::string refusal(const json& disks, const std::vector<raid_controller>& all) {
  const auto planned = plan_volumes(disks, all);
  return planned ? "" : planned.error().message;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(raid_plans)

BOOST_AUTO_TEST_CASE(uses_the_fewest_drives_that_are_enough) {
  struct row {
    const char* level;
    int gigabytes;
    size_t drives;
    const char* type;
  };
  for (const auto& x :
       {row{"0", 300, 1, "RAID0"}, row{"0", 700, 2, "RAID0"}, row{"1", 300, 2, "RAID1"},
        row{"5", 700, 3, "RAID5"}, row{"5", 1100, 4, "RAID5"}, row{"6", 700, 4, "RAID6"},
        row{"1+0", 700, 4, "RAID10"}, row{"1+0", 1100, 6, "RAID10"}, row{"5+0", 1500, 6, "RAID50"},
        row{"6+0", 1500, 8, "RAID60"}}) {
    const auto planned = plan_volumes(json::array({disk(x.level, x.gigabytes)}), with_drives(8));
    BOOST_TEST_REQUIRE(planned.has_value(), x.level);
    BOOST_TEST(planned->front().drives.size() == x.drives, x.level);
    BOOST_TEST(planned->front().type == x.type);
    BOOST_TEST(planned->front().bytes.value() == x.gigabytes * gib);
  }
}

BOOST_AUTO_TEST_CASE(selects_drives_by_kind_count_and_name) {
  auto all =
      std::vector{controller({drive(0, "HDD"), drive(1, "HDD"), drive(2), drive(3), drive(4)})};
  const auto of_kind =
      plan_volumes(json::array({with(disk("1", 100), {{"disk_type", "hdd"}})}), all);
  BOOST_TEST(of_kind->front().drives == (std::vector<std::string>{"/d/D0", "/d/D1"}),
             boost::test_tools::per_element());
  const auto counted =
      plan_volumes(json::array({with(disk("0", 100), {{"number_of_physical_disks", 3}})}), all);
  BOOST_TEST(counted->front().drives.size() == 3U);
  const auto named = plan_volumes(
      json::array({with(
          disk("1", "MAX"),
          {{"controller", "R1"}, {"physical_disks", {"D4", "Drive 2"}}, {"volume_name", "root"}})}),
      all);
  BOOST_TEST(named->front().drives == (std::vector<std::string>{"/d/D4", "/d/D2"}),
             boost::test_tools::per_element());
  BOOST_TEST(!named->front().bytes.has_value());
  BOOST_TEST(named->front().name == "root");
}

BOOST_AUTO_TEST_CASE(disks_with_named_drives_choose_first) {
  const auto planned = plan_volumes(
      json::array({disk("1", 100),
                   with(disk("1", 100), {{"controller", "R1"}, {"physical_disks", {"D0", "D1"}}})}),
      with_drives(4));
  BOOST_REQUIRE(planned.has_value());
  BOOST_TEST(planned->at(0).drives.front() == "/d/D0");
  BOOST_TEST(planned->at(1).drives.front() == "/d/D2");
}

BOOST_AUTO_TEST_CASE(shares_drives_only_on_request) {
  const auto shared = with(disk("1", 150), {{"share_physical_disks", true}});
  const auto both = plan_volumes(json::array({shared, shared}), with_drives(2));
  BOOST_REQUIRE(both.has_value());
  BOOST_TEST(both->at(0).drives == both->at(1).drives, boost::test_tools::per_element());
  BOOST_TEST(says(refusal(json::array({shared, shared, shared}), with_drives(2)), "not enough"));
  BOOST_TEST(says(refusal(json::array({disk("1", 150), shared}), with_drives(2)),
                  "logical_disks/1: not enough matching free drives"));
}

BOOST_AUTO_TEST_CASE(does_not_create_matching_volumes_again) {
  auto all = with_drives(4);
  all[0].volumes.push_back({"/v/1", "1", "root", "RAID1", 100 * gib, {"/d/D0", "/d/D1"}});
  const auto wanted = json::array({disk("1", 100)});
  BOOST_TEST(plan_volumes(wanted, all)->empty());
  BOOST_TEST(matching_volumes(wanted, all).contains("/v/1"));
  const auto another = plan_volumes(json::array({disk("1", 100), disk("1", 100)}), all);
  BOOST_TEST(another->size() == 1U);
  BOOST_TEST(another->front().drives.front() == "/d/D2");  // the others are in use
  for (const auto& other :
       {disk("1", 200), disk("0", 100), with(disk("1", 100), {{"volume_name", "data"}}),
        with(disk("1", 100), {{"controller", "R1"}, {"physical_disks", {"D2", "D3"}}})})
    BOOST_TEST(plan_volumes(json::array({other}), all)->size() == 1U, other);
}

BOOST_AUTO_TEST_CASE(rejects_impossible_disks_with_the_reason) {
  auto plain = with_drives(4);
  plain[0].types = {"RAID0", "RAID1"};
  struct row {
    json disk;
    const char* why;
  };
  const std::vector<row> rows{
      {disk("JBOD", 10), "allowed: 0, 1, 5, 6, 1+0, 5+0, 6+0"},
      {disk("2", 10), "raid_level '2'"},
      {disk("5", 10), "no controller supports RAID5"},
      {disk("1", 10'000), "not enough matching free drives"},
      {disk("1", "MAX"), "MAX needs physical_disks"},
      {disk("1", 0), "from 1 to"},
      {with(disk("1", 10), {{"interface_type", "scsi"}}), "scsi is not supported by Redfish"},
      {with(disk("1", 10), {{"interface_type", "sas"}}), "not enough matching free drives"},
      {with(disk("1", 10), {{"controller", "R2"}}), "no controller supports"},
      {with(disk("1", 10), {{"controller", "R1"}, {"physical_disks", {"D0", "D0"}}}), "not enough"},
      {with(disk("1", 10), {{"controller", "R1"}, {"physical_disks", {json::object()}}}), "hints"},
      {with(disk("0", 10), {{"number_of_physical_disks", 5}}), "not enough matching free drives"},
  };
  for (const auto& x : rows)
    BOOST_TEST(says(refusal(json::array({x.disk}), plain), x.why),
               x.disk << ": " << refusal(json::array({x.disk}), plain));
}

BOOST_AUTO_TEST_CASE(selects_root_and_other_volumes) {
  const json config{
      {"logical_disks", {with(disk("1", 10), {{"is_root_volume", true}}), disk("0", 20)}}};
  BOOST_TEST(selected_disks(config, {true, true}).size() == 2U);
  BOOST_TEST(selected_disks(config, {true, false}).at(0)["size_gb"] == 10);
  BOOST_TEST(selected_disks(config, {false, true}).at(0)["size_gb"] == 20);
  BOOST_TEST(selected_disks(json::object(), {true, true}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
