#include "drivers/image/cache_folder.hpp"

#include "drivers/image/part_file.hpp"
#include "messages/crypto/digest.hpp"
#include "messages/platform/open_file.hpp"

#include <boost/test/unit_test.hpp>
#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <fstream>

using namespace ironbus;

namespace {

namespace fs = std::filesystem;

struct folder_of_images {
  ~folder_of_images() { fs::remove_all(root); }

  cached_image add(const std::string& key, size_t bytes) const {
    fs::create_directories(root + "/masters");
    std::ofstream{cache.part_of(key)} << std::string(bytes, 'x');
    cached_image out{key, std::string(64, 'a'), "raw", bytes};
    BOOST_REQUIRE(!cache.keep(out));
    return out;
  }
  void age(const std::string& name, std::chrono::hours hours) const {
    const auto then = std::chrono::system_clock::now() - hours;
    const timespec when{std::chrono::system_clock::to_time_t(then), 0};
    const std::array<timespec, 2> both{when, when};
    BOOST_REQUIRE(::utimensat(AT_FDCWD, (root + "/" + name).c_str(), both.data(), 0) == 0);
  }
  bool has(const std::string& name) const { return fs::exists(root + "/" + name); }

  const std::string root = new_folder();
  cache_folder cache{root};
  std::atomic<bool> stopping = false;

private:
  static std::string new_folder() {
    std::string draft = "/tmp/ironbus-images.XXXXXX";
    return ::mkdtemp(draft.data());
  }
};

std::string content_of_file(const std::string& path) {
  std::ifstream source_file{path};
  return {std::istreambuf_iterator<char>{source_file}, {}};
}

image_options small(uint64_t bytes_max) {
  image_options out;
  out.cache_bytes_max = bytes_max;
  out.cache_ttl = std::chrono::hours{24};
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(image_cache_folder, folder_of_images)

BOOST_AUTO_TEST_CASE(finds_a_cached_image) {
  BOOST_TEST(!cache.find("one"));
  add("one", 100);
  const auto found = cache.find("one");
  BOOST_REQUIRE(found);
  BOOST_TEST(found->bytes == 100U);
  BOOST_TEST(found->format == "raw");
  BOOST_TEST(!has("masters/one.part"));
}

BOOST_AUTO_TEST_CASE(does_not_find_an_incomplete_image) {
  add("one", 100);
  fs::resize_file(root + "/masters/one", 99);
  BOOST_TEST(!cache.find("one"));
  add("two", 100);
  fs::remove(root + "/masters/two.json");
  BOOST_TEST(!cache.find("two"));
}

BOOST_AUTO_TEST_CASE(a_node_keeps_its_image) {
  const auto image = add("one", 100);
  BOOST_TEST(!cache.give(image, "node", "token"));
  fs::remove(root + "/masters/one");
  BOOST_TEST(content_of_file(root + "/nodes/node/token").size() == 100U);
  BOOST_TEST((cache.give(image, "other", "token")->code == error_code::not_found));
  cache.release("node");
  BOOST_TEST(!has("nodes/node"));
}

BOOST_AUTO_TEST_CASE(a_new_deployment_replaces_the_old_one) {
  const auto image = add("one", 100);
  BOOST_TEST(!cache.give(image, "node", "first"));
  BOOST_TEST(!cache.give(image, "node", "second"));
  BOOST_TEST(!has("nodes/node/first"));
  BOOST_TEST(has("nodes/node/second"));
}

BOOST_AUTO_TEST_CASE(evicts_the_least_recently_used) {
  for (const auto* key : {"one", "two", "three"}) add(key, 1000);
  age("masters/one", std::chrono::hours{3});
  age("masters/two", std::chrono::hours{1});
  age("masters/three", std::chrono::hours{2});
  cache.make_room(small(3'500), 1000);
  BOOST_TEST(!has("masters/one"));
  BOOST_TEST(has("masters/two"));
  cache.find("three");  // marks it as used
  cache.make_room(small(1'500), 0);
  BOOST_TEST(!has("masters/two"));
  BOOST_TEST(has("masters/three"));
}

BOOST_AUTO_TEST_CASE(reading_an_image_does_not_change_its_version) {
  add("one", 100);
  const auto before = stamp_of(cache.path_of("one"));
  age("masters/one", std::chrono::hours{1});
  const auto aged = stamp_of(cache.path_of("one"));
  BOOST_TEST((before != aged));
  cache.find("one");
  BOOST_TEST((stamp_of(cache.path_of("one")) == aged));
}

BOOST_AUTO_TEST_CASE(a_new_version_replaces_the_old_one_except_for_its_users) {
  cache.give(add("one", 100), "node", "token");
  std::ofstream{cache.part_of("one")} << std::string(200, 'y');
  BOOST_REQUIRE(!cache.keep({"one", std::string(64, 'b'), "raw", 200, "\"v2\"", 1'000}));
  const auto found = cache.find("one");
  BOOST_REQUIRE(found);
  BOOST_TEST(found->version == "\"v2\"");
  BOOST_TEST(found->looked_up == 1'000);
  BOOST_TEST(content_of_file(root + "/nodes/node/token") == std::string(100, 'x'));
  auto later = *found;
  later.looked_up = 2'000;
  BOOST_REQUIRE(!cache.note(later));
  BOOST_TEST(cache.find("one")->looked_up == 2'000);
}

BOOST_AUTO_TEST_CASE(keeps_used_images_and_removes_old_ones) {
  const auto used = add("used", 1000);
  add("old", 1000);
  BOOST_TEST(!cache.give(used, "node", "token"));
  for (const auto* key : {"used", "old"})
    age("masters/" + std::string{key}, std::chrono::hours{48});
  cache.make_room(small(1'000'000), 0);
  BOOST_TEST(has("masters/used"));
  BOOST_TEST(!has("masters/old"));
  cache.make_room(small(1), 0);
  BOOST_TEST(has("masters/used"));
}

BOOST_AUTO_TEST_CASE(removes_leftovers_of_aborted_downloads_and_deployments) {
  BOOST_REQUIRE(cache.lock("left", stopping));
  const auto held = cache.lock("held", stopping);
  BOOST_REQUIRE(held);
  for (const auto* key : {"left", "held"}) {
    std::ofstream{cache.part_of(key)} << "half";
    age("masters/" + std::string{key} + ".lock", std::chrono::hours{48});
  }
  cache.give(add("one", 1), "node", "token");
  age("nodes/node", std::chrono::hours{48});
  cache.make_room(small(1'000'000), 0);
  BOOST_TEST(!has("masters/left.part"));
  BOOST_TEST(!has("masters/left.lock"));
  BOOST_TEST(has("masters/held.part"));
  BOOST_TEST(!has("nodes/node"));
}

BOOST_AUTO_TEST_CASE(a_wait_for_a_lock_ends_with_the_worker) {
  const auto held = cache.lock("one", stopping);
  BOOST_REQUIRE(held);
  stopping = true;
  BOOST_TEST(!cache.lock("one", stopping));
}

BOOST_AUTO_TEST_CASE(resumes_a_part_of_a_known_version) {
  const auto path = root + "/part";
  {
    auto part = part_file::open(path, "sha256");
    BOOST_REQUIRE(part);
    BOOST_TEST(!part->restart("\"one\"", 6));
    BOOST_TEST(!part->append("abc"));
  }
  auto part = part_file::open(path, "sha256");
  BOOST_REQUIRE(part);
  BOOST_TEST(part->bytes() == 3U);
  BOOST_TEST(part->validator() == "\"one\"");
  BOOST_TEST(part->total().value() == 6U);
  BOOST_TEST(!part->append("def"));
  BOOST_TEST(part->end()->wanted == sha256_of("abcdef"));
}

BOOST_AUTO_TEST_CASE(restarts_a_part_of_an_unknown_version) {
  const auto path = root + "/part";
  std::ofstream{path} << "abc";
  BOOST_TEST(part_file::open(path, "md5")->bytes() == 0U);
  std::ofstream{path} << "abcdefg";
  std::ofstream{path + ".json"} << R"({"validator": "x", "total": 3})";
  BOOST_TEST(part_file::open(path, "md5")->bytes() == 0U);  // larger than possible
  std::ofstream{path + ".json"} << "no JSON";
  BOOST_TEST(part_file::open(path, "md5")->validator() == "");
}

BOOST_AUTO_TEST_SUITE_END()
