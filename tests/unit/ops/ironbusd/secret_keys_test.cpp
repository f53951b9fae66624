#include "messages/crypto/secret_keys.hpp"

#include "gateways/sqlite/maintenance/sqlite_maintenance.hpp"
#include "gateways/sqlite/sqlite_store.hpp"
#include "messages/sealing/sealed_store.hpp"
#include "ops/ironbusd/configuration/configuration.hpp"
#include "ops/ironbusd/store_tools/key_checked_store.hpp"
#include "ops/ironbusd/store_tools/key_record.hpp"
#include "ops/ironbusd/store_tools/rekey.hpp"
#include "ops/ironbusd/store_tools/sealed_maintenance.hpp"
#include "ops/ironbusd/store_tools/secret_key_file.hpp"
#include "ops/ironbusd/store_tools/store_answer.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

using namespace ironbus;
using namespace ironbus::daemon;

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto long_enough = 60s;

using shared_box = std::shared_ptr<const secret_box>;

/// Keys whose ids are letters; the first one is for writing, '-' writes in clear.
shared_box keys(const std::string& ids) {
  secret_key_ring ring;
  for (const char id : ids)
    if (id != '-') ring.keys.push_back({std::string(1, id), std::string(32, id)});
  if (ids[0] != '-') ring.writes_with = ids.substr(0, 1);
  return std::make_shared<const secret_box>(secret_box::make(std::move(ring)).value());
}

struct key_folder {
  key_folder() {
    std::string text = (fs::temp_directory_path() / "ironbus_keys_XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(text.data()) != nullptr);
    path = text;
  }
  ~key_folder() { fs::remove_all(path); }

  sqlite_options options() const {
    sqlite_options out;
    out.path = path / "store.db";
    return out;
  }
  std::unique_ptr<store> open_raw() const { return sqlite_store::open(options()).value(); }

  static void ignore(const failure&) {}
  result<std::unique_ptr<store>> open_checked(shared_box box) const {
    return key_checked_store::open(open_raw(), std::move(box), long_enough, ignore);
  }
  std::unique_ptr<store> open(const shared_box& box) const {
    auto checked = open_checked(box);
    BOOST_REQUIRE_MESSAGE(checked, (checked ? "" : checked.error().message));
    return std::make_unique<sealing::sealed_store>(*std::move(checked), box);
  }
  std::string refusal(shared_box box) const {
    const auto checked = open_checked(std::move(box));
    return checked ? "opened" : checked.error().message;
  }

  static commit_result write(store& records, const std::string& id, const std::string& password,
                             uint64_t version = 0) {
    commit x;
    x.aggregate = "node";
    x.id = id;
    x.expected_version = version;
    x.snapshot = R"({"driver_info":{"ipmi_password":")" + password + R"("}})";
    x.outbox = {R"({"token":")" + password + R"("})"};
    x.put = {{"nodes", id, R"({"token":")" + password + R"("})", {{"name", id}}}};
    return await_store<commit_result>(
        [&](auto done) { records.apply(std::move(x), std::move(done)); }, long_enough);
  }
  static result<stored> read(store& records, const std::string& id) {
    return await_store<result<stored>>(
        [&](auto done) { records.load("node", id, std::move(done)); }, long_enough);
  }

  /// All bytes of the store's files.
  std::string bytes() const {
    std::ostringstream out;
    for (const auto& file : fs::directory_iterator{path})
      out << std::ifstream{file.path(), std::ios::binary}.rdbuf();
    return out.str();
  }

  std::string write_file(const std::string& text) const {
    const auto file = (path / "keys").string();
    std::ofstream{file} << text;
    return file;
  }
  static settings with_file(const std::string& file) {
    const std::vector<setting_text> texts{{"secrets.key_file", file, "the test"}};
    return load_configuration(texts).values;
  }

  rekey_report renew(const std::string& ids, const std::string& forget = {}) const {
    sqlite_maintenance tools{options()};
    const auto done = renew_store_secrets(tools, *keys(ids), forget);
    BOOST_REQUIRE_MESSAGE(done, (done ? "" : done.error().message));
    return *done;
  }

  fs::path path;
};

bool names(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(keys_of_a_store, key_folder)

BOOST_AUTO_TEST_CASE(are_compared_at_each_start) {
  BOOST_TEST(write(*open(keys("a")), "n1", "hidden").has_value());
  BOOST_TEST(names(refusal(nullptr), "with the key 'a'. Set secrets.key_file"));
  BOOST_TEST(names(refusal(keys("b")), "'a', which secrets.key_file does not have"));
  const auto wrong = std::make_shared<const secret_box>(
      secret_box::make({{{"a", std::string(32, 'x')}}, "a"}).value());
  BOOST_TEST(names(refusal(wrong), "The key 'a' in secrets.key_file is not the key of that id"));
  BOOST_TEST(refusal(keys("ba")) == "opened");
  BOOST_TEST(refusal(keys("ab")) == "opened");
  BOOST_TEST(names(refusal(keys("a")), "'b', which"));
}

BOOST_AUTO_TEST_CASE(are_not_needed_by_a_store_in_clear) {
  BOOST_TEST(refusal(nullptr) == "opened");
  BOOST_TEST(refusal(keys("-a")) == "opened");
  BOOST_TEST(refusal(nullptr) == "opened");
}

BOOST_AUTO_TEST_CASE(hide_all_secrets_in_its_files) {
  const auto records = open(keys("a"));
  BOOST_TEST(write(*records, "n1", "hidden-word").has_value());
  BOOST_TEST(names(read(*records, "n1")->snapshot, "hidden-word"));
  BOOST_TEST(!names(bytes(), "hidden-word"));
  BOOST_TEST(names(bytes(), "ibx1:a:"));
}

BOOST_AUTO_TEST_CASE(migrate_a_store_in_clear) {
  BOOST_TEST(write(*open_raw(), "n1", "hidden-word").has_value());
  BOOST_TEST(names(bytes(), "hidden-word"));
  {
    const auto records = open(keys("a"));
    BOOST_TEST(names(read(*records, "n1")->snapshot, "hidden-word"));
  }
  const auto report = renew("a");
  BOOST_TEST(report.rewritten == 1u);
  BOOST_TEST(report.failures == 0u);
  BOOST_TEST((report.counts == sealing::key_counts{{"a", 3}}));
  BOOST_TEST(!names(bytes(), "hidden-word"));
  const auto records = open(keys("a"));
  const auto record = read(*records, "n1");
  BOOST_TEST(record->version == 1u);
  BOOST_TEST(names(record->snapshot, "hidden-word"));
  BOOST_TEST(names(record->outbox.at(0), "hidden-word"));
  BOOST_TEST(write(*records, "n1", "next", 1).has_value());
}

BOOST_AUTO_TEST_CASE(are_replaced_under_writes) {
  constexpr int nodes = 60;
  auto raw = open_raw();
  auto& unsealed = *raw;
  const auto former = std::make_unique<sealing::sealed_store>(std::move(raw), keys("a"));
  for (int i = 0; i < nodes; ++i) write(*former, "n" + std::to_string(i), "p0").value();
  for (const auto* ids : {"a", "ba"})
    BOOST_TEST(check_secret_keys(unsealed, keys(ids).get(), long_enough).has_value());
  std::atomic<bool> stop = false;
  std::atomic<int> refused = 0;
  std::thread writer{[&] {
    for (uint64_t version = 1; !stop; ++version)
      for (int i = 0; i < nodes; ++i)
        if (!write(*former, "n" + std::to_string(i), "p" + std::to_string(version), version))
          ++refused;
  }};
  const auto first = renew("ba");
  stop = true;
  writer.join();
  BOOST_TEST(refused.load() == 0);
  BOOST_TEST(first.failures == 0u);
  const auto last = renew("ba");
  BOOST_TEST((last.counts.size() == 1u && last.counts.contains("b")));
  for (int i = 0; i < nodes; ++i) {
    const auto now = read(*former, "n" + std::to_string(i));
    BOOST_TEST(!now.has_value());  // it has only the old key
  }
}

BOOST_AUTO_TEST_CASE(can_be_removed_once_no_record_uses_them) {
  write(*open(keys("a")), "n1", "hidden").value();
  { const auto both = open(keys("ba")); }
  BOOST_TEST(names(refusal(keys("b")), "'a', which"));
  const auto report = renew("ba");
  BOOST_TEST(report.rewritten == 1u);
  BOOST_TEST(names(report.as_text(72h), "key a: no longer needed to start"));
  BOOST_TEST(names(report.as_text(72h), "may need it for 3 days"));
  BOOST_TEST(names(report.as_text(72h), "key b: needed"));
  BOOST_TEST(names(report.as_json(), R"("removable":["a"])"));
  BOOST_TEST(refusal(keys("b")) == "opened");
  BOOST_TEST(names(read(*open(keys("b")), "n1")->snapshot, "hidden"));
}

BOOST_AUTO_TEST_CASE(are_known_to_a_process_before_they_are_used_for_all) {
  write(*open(keys("a")), "n1", "hidden").value();
  sqlite_maintenance tools{options()};
  const auto refused = renew_store_secrets(tools, *keys("ba"), "");
  BOOST_TEST_REQUIRE(!refused.has_value());
  BOOST_TEST(names(refused.error().message, "no process has started with the first key 'b' yet"));
}

BOOST_AUTO_TEST_CASE(can_be_given_up) {
  write(*open(keys("a")), "n1", "hidden").value();
  BOOST_TEST(renew("-a").failures == 0u);
  BOOST_TEST(refusal(nullptr) == "opened");
  BOOST_TEST(names(read(*open_raw(), "n1")->snapshot, "\"hidden\""));
}

BOOST_AUTO_TEST_CASE(that_are_lost_cost_their_values_only) {
  write(*open(keys("a")), "n1", "lost").value();
  { const auto both = open(keys("ba")); }
  write(*open(keys("ba")), "n2", "kept").value();
  const auto report = renew("b");
  BOOST_TEST(report.failures == 1u);
  BOOST_TEST(names(report.first_failure, "node:n1"), report.first_failure);
  BOOST_TEST(renew("b", "a").failures == 0u);
  const auto records = open(keys("b"));
  BOOST_TEST(read(*records, "n1")->snapshot == R"({"driver_info":{"ipmi_password":""}})");
  BOOST_TEST(names(read(*records, "n2")->snapshot, "kept"));
}

BOOST_AUTO_TEST_CASE(that_are_lost_give_way_to_new_ones) {
  write(*open(keys("a")), "n1", "lost").value();
  BOOST_TEST(renew("c", "a").failures == 0u);
  BOOST_TEST(refusal(nullptr) != "opened");
  BOOST_TEST(read(*open(keys("c")), "n1")->snapshot == R"({"driver_info":{"ipmi_password":""}})");
}

BOOST_AUTO_TEST_CASE(are_needed_to_check_its_records) {
  write(*open(keys("a")), "n1", "hidden").value();
  std::vector<std::string> seen;
  const auto look = [&](const stored_aggregate& x, const store_maintenance::finding_sink&) {
    seen.push_back(x.snapshot);
    return x;
  };
  std::vector<store_finding> found;
  const auto note = [&](store_finding x) { found.push_back(std::move(x)); };
  sealed_maintenance with{std::make_unique<sqlite_maintenance>(options()), keys("a")};
  BOOST_TEST(with.examine(false, look, note).has_value());
  BOOST_TEST(found.empty());
  BOOST_TEST(names(seen.at(0), "\"hidden\""));
  sealed_maintenance without{std::make_unique<sqlite_maintenance>(options()), nullptr};
  BOOST_TEST(without.examine(false, look, note).has_value());
  BOOST_TEST_REQUIRE(found.size() == 1u);
  BOOST_TEST((found[0].what == store_defect::unreadable));
  BOOST_TEST(names(found[0].text, "encrypted with the key 'a'"));
}

BOOST_AUTO_TEST_CASE(encrypt_a_backup_of_a_store_in_clear) {
  write(*open_raw(), "n1", "hidden").value();
  sealed_maintenance tools{std::make_unique<sqlite_maintenance>(options()), keys("a")};
  std::string snapshot;
  const auto read = tools.read([&](const stored_item& item) -> result<std::monostate> {
    if (const auto* x = std::get_if<stored_aggregate>(&item)) snapshot = x->snapshot;
    return {};
  });
  BOOST_TEST(read.has_value());
  BOOST_TEST(names(snapshot, "ibx1:a:"), snapshot);
}

BOOST_AUTO_TEST_CASE(come_from_a_file) {
  BOOST_TEST((read_secret_box(settings{}).value() == nullptr));
  const auto file = write_file(new_secret_key_line("k1"));
  BOOST_TEST(read_secret_box(with_file(file)).value()->writing_id() == "k1");
  const auto missing = read_secret_box(with_file((path / "none").string()));
  BOOST_TEST(names(missing.error().message, "/none' cannot be used: It cannot be read."));
  const auto wrong = read_secret_box(with_file(write_file("k1: short\n")));
  BOOST_TEST(names(wrong.error().message, "Line 1 has no key of 32 bytes"));
}

BOOST_AUTO_TEST_SUITE_END()
