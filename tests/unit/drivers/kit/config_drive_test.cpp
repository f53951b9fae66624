#include "drivers/kit/config_drive.hpp"

#include "messages/crypto/base64.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

// Reads the written drives with external tools: gzip and isoinfo.

using namespace ironbus;

namespace {

machine drive_machine() {
  machine out;
  out.uuid = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";
  out.name = "web-1";
  return out;
}

std::string said_by(const std::string& command) {
  std::string out;
  auto* pipe = ::popen(command.c_str(), "r");
  BOOST_REQUIRE(pipe != nullptr);
  std::array<char, 4096> part{};
  for (size_t n = 0; (n = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
    out.append(part.data(), n);
  BOOST_REQUIRE_MESSAGE(::pclose(pipe) == 0, command);
  return out;
}

/// A drive as an agent would have it on its disk.
class unpacked {
public:
  explicit unpacked(const std::string& in_base64) {
    const auto packed = file_ + ".gz";
    std::ofstream{packed, std::ios::binary} << from_base64(in_base64).value();
    said_by("gzip -dcq " + packed + " > " + file_ + " || test $? = 2");  // 2: padding after the end
    std::filesystem::remove(packed);
  }
  ~unpacked() { std::filesystem::remove(file_); }

  std::string volume_description() const { return said_by("isoinfo -d -i " + file_); }
  std::string list(const char* names) const {
    return said_by("isoinfo -f " + std::string{names} + " -i " + file_);
  }
  std::string content(const std::string& path) const {
    return said_by("isoinfo -R -x " + path + " -i " + file_);
  }

private:
  std::string file_ =
      (std::filesystem::temp_directory_path() / ("config_drive_" + std::to_string(::getpid())))
          .string();
};

unpacked made_of(const json& drive) {
  const auto made = make_config_drive(drive, drive_machine());
  BOOST_REQUIRE_MESSAGE(made, (made ? "" : made.error().message));
  return unpacked{*made};
}

std::string drive_wrong(const json& drive) {
  const auto wrong = check_config_drive(drive);
  return wrong ? wrong->message : std::string{};
}

bool has_text(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

std::string long_text(size_t length, char letter) {
  std::string out;
  out.resize(length, letter);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(config_drives)

BOOST_AUTO_TEST_CASE(an_object_becomes_a_readable_image) {
  const auto drive = made_of({{"meta_data", {{"hostname", "h"}}},
                              {"user_data", "#!/bin/sh\necho hello\n"},
                              {"network_data", {{"links", json::array()}}},
                              {"vendor_data", {{"a", 1}}}});
  const auto description = drive.volume_description();
  BOOST_TEST(has_text(description, "Volume id: config-2\n"), description);
  BOOST_TEST(has_text(description, "Joliet"), description);
  BOOST_TEST(has_text(description, "Rock Ridge"), description);
  for (const auto* names : {"-R", "-J"})
    for (const auto* folder : {"/openstack/latest/", "/openstack/2012-08-10/"})
      for (const auto* file :
           {"meta_data.json", "user_data", "network_data.json", "vendor_data2.json"})
        BOOST_TEST(has_text(drive.list(names), std::string{folder} + file + "\n"));
  const auto meta = json::parse(drive.content("/openstack/latest/meta_data.json"));
  BOOST_TEST(meta["hostname"] == "h");
  BOOST_TEST(meta["uuid"] == drive_machine().uuid);
  BOOST_TEST(meta["name"] == "web-1");
  BOOST_TEST(drive.content("/openstack/latest/user_data") == "#!/bin/sh\necho hello\n");
  BOOST_TEST(drive.content("/openstack/2012-08-10/vendor_data2.json") == "{\"a\":1}");
}

BOOST_AUTO_TEST_CASE(keeps_given_parts_and_omits_missing_ones) {
  const auto drive = made_of({{"meta_data", {{"uuid", "mine"}, {"name", "own"}}},
                              {"user_data", {{"k", {1, 2}}}},
                              {"network_data", nullptr}});
  const auto meta = json::parse(drive.content("/openstack/latest/meta_data.json"));
  BOOST_TEST(meta["uuid"] == "mine");
  BOOST_TEST(meta["name"] == "own");
  BOOST_TEST(drive.content("/openstack/latest/user_data") == R"({"k":[1,2]})");
  BOOST_TEST(!has_text(drive.list("-R"), "network_data"));
  BOOST_TEST(!has_text(drive.list("-R"), "vendor_data"));
}

BOOST_AUTO_TEST_CASE(an_empty_object_still_identifies_the_node) {
  const auto drive = made_of(json::object());
  BOOST_TEST(has_text(drive.content("/openstack/latest/meta_data.json"), drive_machine().uuid));
}

BOOST_AUTO_TEST_CASE(passes_urls_and_images_unchanged) {
  for (const auto* drive : {"https://192.0.2.80/drive", "H4sIAAAAAAAAA+3BMQEAAADCoPVPbQo="}) {
    const auto made = make_config_drive(drive, drive_machine());
    BOOST_REQUIRE(made);
    BOOST_TEST(*made == drive);
  }
}

BOOST_AUTO_TEST_CASE(names_an_invalid_drive) {
  BOOST_TEST(drive_wrong(nullptr) == "");
  BOOST_TEST(has_text(drive_wrong("file:///etc/shadow"), "https://"));
  BOOST_TEST(has_text(drive_wrong("http://" + std::string(3000, 'a')), "more than 2048 bytes"));
  BOOST_TEST(has_text(drive_wrong("aGVsbG8="), "gzipped"));
  BOOST_TEST(has_text(drive_wrong("H4sI not base64!"), "base64"));
  BOOST_TEST(has_text(drive_wrong("H4sI" + long_text(100'000'000, 'A')), "64 MiB"));
  BOOST_TEST(has_text(drive_wrong(7), "must be"));
  BOOST_TEST(has_text(drive_wrong({{"meta_data", "text"}}), "meta_data must be an object"));
  BOOST_TEST(has_text(drive_wrong({{"user_data", 7}}), "user_data must be"));
  BOOST_TEST(has_text(drive_wrong({{"secrets", json::object()}}), "'secrets'"));
}

BOOST_AUTO_TEST_CASE(a_rejection_does_not_repeat_the_content) {
  BOOST_TEST(!has_text(drive_wrong("my-password-is-geheim"), "geheim"));
  BOOST_TEST(!has_text(drive_wrong({{"meta_data", "geheim"}}), "geheim"));
}

BOOST_AUTO_TEST_CASE(rejects_a_drive_too_large_for_agents) {
  const auto made = make_config_drive({{"user_data", long_text(40'000'000, 'x')}}, drive_machine());
  BOOST_REQUIRE(!made);
  BOOST_TEST(to_string(made.error().code) == "too_large");
}

BOOST_AUTO_TEST_SUITE_END()
