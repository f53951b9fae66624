#pragma once

#include "drivers/boot/network_boot_catalog.hpp"
#include "drivers/boot/network_boot_interface.hpp"
#include "drivers/boot/ramdisk.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace ironbus::test {

namespace fs = std::filesystem;

inline const std::string boot_uuid = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";

inline bool holds(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

inline std::string text_of(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream{path}.rdbuf();
  return out.str();
}

inline port boot_port(const std::string& mac, bool boots = true) {
  port out;
  out.address = mac;
  out.pxe_enabled = boots;
  return out;
}

struct boot_fixture {
  boot_fixture() {
    policy.boot_root = (root / "http").string();
    policy.image_root = (root / "cache").string();
    images.boot_fetcher = "http";
    policy.service_url = "http://192.0.2.1:6385";
    policy.drivers.images.file_url_allowed_paths = {(root / "images").string()};
    fs::create_directories(root / "images");
    request.id.operation_id = "0d4f0c6f-3a0e-4a8e-9a51-6b0b5f7a1e02";
    request.kind = workflow::deploy;
    request.what.interface = "boot";
    request.machine.uuid = boot_uuid;
    request.machine.driver_info = {{"deploy_kernel", "http://192.0.2.80/kernel"},
                                   {"deploy_ramdisk", "http://192.0.2.80/ramdisk"}};
    request.machine.ports = {boot_port("52:54:00:00:00:01"), boot_port("52:54:00:00:00:02", false)};
  }
  ~boot_fixture() { fs::remove_all(root); }

  /// The drivers with the current policy and options.
  std::shared_ptr<network_boot_context> drivers(boost::asio::io_context& io) const {
    return std::make_shared<network_boot_context>(io, std::make_shared<installation_policy>(policy),
                                                  options,
                                                  std::make_shared<boot_images>(policy, images));
  }
  step_outcome run(const char* name) {
    boost::asio::io_context io;
    network_boot_interface subject{drivers(io), how};
    request.what.name = name;
    request.task_handle.clear();
    std::optional<step_outcome> ended;
    subject.run(permitted(request), [&](step_outcome x) { ended = std::move(x); });
    io.run();
    return ended.value();
  }
  /// Unset: it still runs.
  std::optional<step_outcome> probe(const char* name, const std::string& handle) {
    boost::asio::io_context io;
    network_boot_interface subject{drivers(io), how};
    request.what.name = name;
    request.task_handle = handle;
    std::optional<step_outcome> ended;
    subject.probe(permitted(request), [&](std::optional<step_outcome> x) { ended = std::move(x); });
    io.run();
    return ended;
  }
  std::string prepared() {
    const auto out = run("prepare_ramdisk");
    BOOST_REQUIRE_MESSAGE(out.status == step_status::done, out.reason);
    return text_of(http / boot_uuid / "config");
  }
  std::string wrong(const json& driver_info, const driver_options& render = {}) const {
    node_snapshot x;
    x.attributes.driver_info = driver_info;
    const auto bad = network_boot_implementation(how, render).validate(x);
    return bad ? bad->message : std::string{};
  }

  network_boot how = network_boots[0];
  fs::path root = fs::temp_directory_path() / ("boot_" + std::to_string(::getpid()));
  fs::path http = root / "http";
  installation_policy policy;
  boot_options options;
  image_options images;
  step_request request;
};

}  // namespace ironbus::test
