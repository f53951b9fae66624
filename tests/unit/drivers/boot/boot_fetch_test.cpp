#include "drivers/boot/discovery_images.hpp"
#include "messages/base/json.hpp"
#include "messages/crypto/digest.hpp"
#include "tests/support/raw_server.hpp"
#include "tests/unit/drivers/boot/boot_fixture.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

// Boot files that this service fetches.

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// A server with a kernel and a ramdisk of version `version`. A test can read the requested paths.
struct fetch_fixture : boot_fixture {
  fetch_fixture() {
    images.boot_fetcher = "local";
    images.networks = {"127.0.0.0/8"};
    images.attempts_max = 1;
    how = network_boots[1];
    name("kernel");
    name("ramdisk");
  }
  void name(const std::string& file, const std::string& more = {}) {
    request.machine.driver_info.edit()["deploy_" + file] = url(file) + more;
  }
  std::string url(const std::string& file) const {
    return "http://127.0.0.1:" + std::to_string(server.port()) + "/" + file;
  }
  void answer(const std::string& asked, const raw_server::sender& send) const {
    const auto tag = '"' + version + '"';
    if (holds(asked, "If-None-Match: " + tag)) return void(send(http_text(304, "")));
    const auto path = asked.substr(5, asked.find(' ', 5) - 5);
    send(http_text(status, path + " " + version, "ETag: " + tag + "\r\n"));
  }
  std::string booted(const char* file) const { return text_of(http / boot_uuid / file); }
  size_t asked() const { return server.requests().size(); }
  /// Simulates a minute since the last request to the servers.
  void let_a_minute_pass() const {
    for (const auto& entry : fs::directory_iterator{root / "cache/masters"})
      if (entry.path().extension() == ".json") {
        auto notes = parse_json(text_of(entry.path())).value();
        notes["looked_up"] = notes.at("looked_up").get<int64_t>() - 61;
        std::ofstream{entry.path()} << to_text(notes);
      }
  }

  std::string version = "one";
  int status = 200;
  raw_server server{[this](const auto& request, const auto& send) { answer(request, send); }};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(boot_fetch, fetch_fixture)

BOOST_AUTO_TEST_CASE(grub_boots_fetched_files) {
  prepared();
  BOOST_TEST(booted("kernel") == "kernel one");
  BOOST_TEST(booted("ramdisk") == "ramdisk one");
  BOOST_TEST(holds(booted("grub.cfg"), "linux $base/" + boot_uuid + "/kernel "));
  BOOST_TEST((run("clean_up_ramdisk").status == step_status::done));
  BOOST_TEST(!fs::exists(http / boot_uuid));
}

BOOST_AUTO_TEST_CASE(builds_a_disk_from_fetched_files) {
  how = network_boots[3];
  request.machine.driver_info.edit()["bootloader"] = url("esp.img");
  prepared();
  const auto disk = booted("boot.img");
  for (const auto* part : {"kernel one", "ramdisk one", "esp.img one"})
    BOOST_TEST(holds(disk, part), part);
}

BOOST_AUTO_TEST_CASE(ipxe_gets_fetched_files_or_the_nodes_url) {
  how = network_boots[0];
  BOOST_TEST(holds(prepared(), "kernel http://192.0.2.1:6385/v1/boot/" + boot_uuid + "/kernel "));
  request.machine.driver_info.edit()["ramdisk_image_download_source"] = "http";
  BOOST_TEST(holds(prepared(), "kernel " + url("kernel") + " "));
  BOOST_TEST(!fs::exists(http / boot_uuid / "kernel"));
}

BOOST_AUTO_TEST_CASE(fetches_a_live_iso_unless_the_instance_forbids_it) {
  how = network_boots[2];
  request.what.args = {{"live", true}};
  request.machine.instance_info = {{"boot_iso", url("live.iso")}};
  BOOST_TEST((run("prepare_instance").status == step_status::done));
  BOOST_TEST(
      holds(booted("config"), "sanboot http://192.0.2.1:6385/v1/boot/" + boot_uuid + "/boot.iso "));
  BOOST_TEST(booted("boot.iso") == "live.iso one");
  request.machine.instance_info.edit()["ramdisk_image_download_source"] = "http";
  BOOST_TEST((run("prepare_instance").status == step_status::done));
  BOOST_TEST(holds(booted("config"), "sanboot " + url("live.iso") + " "));
}

BOOST_AUTO_TEST_CASE(trusts_a_fetched_file_for_a_minute_then_asks_the_server) {
  prepared();
  BOOST_TEST(asked() == 2U);
  prepared();
  BOOST_TEST(asked() == 2U);
  const auto inode = stamp_of((http / boot_uuid / "kernel").string());
  let_a_minute_pass();
  prepared();
  BOOST_TEST(asked() == 4U);  // unchanged, both
  BOOST_TEST((stamp_of((http / boot_uuid / "kernel").string()) == inode));
  prepared();
  BOOST_TEST(asked() == 4U);
  let_a_minute_pass();
  version = "two";
  prepared();
  BOOST_TEST(booted("kernel") == "kernel two");
}

BOOST_AUTO_TEST_CASE(a_node_keeps_its_version) {
  prepared();
  let_a_minute_pass();
  version = "two";
  request.machine.uuid = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e02";
  BOOST_TEST((run("prepare_ramdisk").status == step_status::done));
  BOOST_TEST(text_of(http / request.machine.uuid / "kernel") == "kernel two");
  BOOST_TEST(booted("kernel") == "kernel one");
}

BOOST_AUTO_TEST_CASE(verifies_a_checksum_without_asking_again) {
  name("kernel", "#sha256=" + sha256_of("kernel one"));
  prepared();
  let_a_minute_pass();
  version = "two";
  name("ramdisk", "#sha256=" + sha256_of("ramdisk one"));  // another content than the cached one
  const auto end = run("prepare_ramdisk");
  BOOST_TEST(holds(end.reason, "The image has the wrong checksum"), end.reason);
  BOOST_TEST(holds(end.reason, url("ramdisk")), end.reason);
  name("ramdisk");
  prepared();
  BOOST_TEST(booted("kernel") == "kernel one");
  BOOST_TEST(booted("ramdisk") == "ramdisk two");
}

BOOST_AUTO_TEST_CASE(a_missing_file_fails_the_step_and_nothing_is_written) {
  status = 404;
  const auto end = run("prepare_ramdisk");
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "'" + url("kernel") + "': "), end.reason);
  BOOST_TEST(!fs::exists(http / boot_uuid));
}

BOOST_AUTO_TEST_CASE(does_not_contact_forbidden_servers) {
  images.networks = {};
  const auto end = run("prepare_ramdisk");
  BOOST_TEST(holds(end.reason, "Cannot fetch the boot file '" + url("kernel") + "'"), end.reason);
  BOOST_TEST(holds(end.reason, "the address is loopback"), end.reason);
  BOOST_TEST(asked() == 0U);
}

BOOST_AUTO_TEST_CASE(a_later_workers_probe_finds_cached_files) {
  prepared();
  run("clean_up_ramdisk");
  const auto end = probe("prepare_ramdisk", "boot files");
  BOOST_REQUIRE(end);
  BOOST_TEST((end->status == step_status::done));
  BOOST_TEST(booted("kernel") == "kernel one");
  BOOST_TEST(!probe("clean_up_ramdisk", "boot files"));
}

BOOST_AUTO_TEST_CASE(fetches_and_renews_files_of_unknown_machines) {
  policy.drivers.ramdisks.deploy_kernel = url("kernel");
  policy.drivers.ramdisks.deploy_ramdisk = url("ramdisk");
  const test_lease worker;
  boost::asio::io_context io;
  discovery_images subject{io, std::make_shared<installation_policy>(policy), images, "quiet",
                           worker};
  const auto look = [&] {
    auto pause = boost::asio::co_spawn(io, subject.look(), boost::asio::use_future);
    io.restart();
    io.run();
    return pause.get();
  };
  BOOST_TEST((look() == discovery_images::refresh_interval));
  BOOST_TEST(text_of(http / "discovery/kernel") == "kernel one");
  BOOST_TEST(text_of(http / "discovery/ramdisk") == "ramdisk one");
  BOOST_TEST(holds(text_of(http / "grub/discovery.cfg"), "linux $base/discovery/kernel quiet"));
  let_a_minute_pass();
  version = "two";
  look();
  BOOST_TEST(text_of(http / "discovery/kernel") == "kernel two");
  let_a_minute_pass();
  status = 404;
  version = "three";
  BOOST_TEST((look() == discovery_images::retry_interval));
  BOOST_TEST(text_of(http / "discovery/kernel") == "kernel two");
}

BOOST_AUTO_TEST_CASE(fetches_nothing_for_unknown_machines_without_a_lease) {
  policy.drivers.ramdisks.deploy_kernel = url("kernel");
  policy.drivers.ramdisks.deploy_ramdisk = url("ramdisk");
  test_lease worker;
  worker.lapse();
  boost::asio::io_context io;
  discovery_images subject{io, std::make_shared<installation_policy>(policy), images, "quiet",
                           worker};
  auto pause = boost::asio::co_spawn(io, subject.look(), boost::asio::use_future);
  io.run();
  BOOST_TEST((pause.get() == discovery_images::waiting_interval));
  BOOST_TEST(asked() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
