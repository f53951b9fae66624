#include "gateways/archive/archive_reader.hpp"
#include "gateways/archive/archive_writer.hpp"
#include "messages/base/uuid.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

using namespace ironbus;
using namespace ironbus::archive;

namespace {

struct scratch {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("ironbus-archive-" + random_uuid());
  std::filesystem::path file = folder / "backup.jsonl";

  scratch() { std::filesystem::create_directory(folder); }
  ~scratch() { std::filesystem::remove_all(folder); }

  void write(const std::vector<stored_item>& items) const {
    auto made = writer::open(file).value();
    for (const auto& x : items) BOOST_TEST_REQUIRE(made.add(x).has_value());
    BOOST_TEST_REQUIRE(made.end().has_value());
  }

  std::string text() const {
    std::stringstream out;
    out << std::ifstream{file}.rdbuf();
    return out.str();
  }

  void replace(const std::string& old, const std::string& fresh) const {
    auto all = text();
    const auto at = all.find(old);
    BOOST_TEST_REQUIRE((at != std::string::npos));
    std::ofstream{file} << all.replace(at, old.size(), fresh);
  }

  /// The error on reading it. Empty if it can be read.
  std::string refusal() const {
    auto opened = reader::open(file);
    return opened ? "" : opened.error().message;
  }
};

stored_aggregate node(const std::string& id) {
  stored_aggregate x{"node", id, 3, 7, false, 1800000000123, R"({"a":"ä"})"};
  x.outbox = {{2, "first"}, {3, ""}};
  x.keys = {{"nodes.name", "web-1"}};
  x.rows = {{{"nodes", id, "{}", {{"name", "web-1"}, {"state", ""}}}, 12}};
  return x;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(archives, scratch)

BOOST_AUTO_TEST_CASE(a_line_is_an_object_with_one_member) {
  BOOST_TEST(encode_line(beginning{}) == R"({"ironbus_store":{"format":1}})");
  BOOST_TEST(encode_line(stored_epoch{3, 4}) == R"({"epoch":{"epoch":4,"shard":3}})");
  BOOST_TEST(
      encode_line(node("n1")) ==
      R"({"aggregate":{"aggregate":"node","due_ms":1800000000123,"id":"n1",)"
      R"("keys":[["nodes.name","web-1"]],"outbox":[{"entry":"first","version":2},)"
      R"({"entry":"","version":3}],"rows":[{"collection":"nodes","columns":[["name","web-1"],)"
      R"(["state",""]],"id":"n1","sequence":12,"summary":"{}"}],"shard":7,)"
      R"("snapshot":"{\"a\":\"ä\"}","version":3}})");
}

BOOST_AUTO_TEST_CASE(lines_round_trip) {
  for (const line& x : {line{node("n1")}, line{stored_epoch{3, 4}}, line{ending{5, "ab"}},
                        line{stored_step_claim{"k", {"owner", "outcome"}, 5}}})
    BOOST_TEST(encode_line(decode_line(encode_line(x)).value()) == encode_line(x));
  for (const auto* bad : {"", "{}", "7", R"({"epoch":{"epoch":4}})", R"({"other":{}})",
                          R"({"epoch":{"epoch":4,"shard":-3}})"})
    BOOST_TEST(!decode_line(bad).has_value(), bad);
}

BOOST_AUTO_TEST_CASE(texts_of_any_bytes_round_trip) {
  for (const std::string& x :
       {std::string{""}, std::string{"plain"}, std::string{"\0\xff", 2}, std::string{"base64:AA=="},
        std::string{"\xff"}, std::string{"\xff\xfe\xfd"}, std::string{"\xff\xfe\xfd\xfc"}})
    BOOST_TEST((from_json_text(to_json_text(x)) == x));
  BOOST_TEST(to_json_text("\xff") == "base64:/w==");
  BOOST_TEST(!from_json_text("base64:/w=").has_value());
  BOOST_TEST(!from_json_text("base64:????").has_value());
}

BOOST_AUTO_TEST_CASE(items_are_read_in_order) {
  write({node("n1"), node("n2"), stored_epoch{1, 2}});
  auto opened = reader::open(file).value();
  BOOST_TEST(opened.items() == 3u);
  std::string read;
  while (auto item = opened.next().value()) {
    const auto* x = std::get_if<stored_aggregate>(&*item);
    read += x != nullptr ? x->id : "-";
  }
  BOOST_TEST(read == "n1n2-");
}

BOOST_AUTO_TEST_CASE(a_file_gets_its_name_only_when_complete) {
  {
    auto made = writer::open(file).value();
    BOOST_TEST(made.add(node("n1")).has_value());
  }
  BOOST_TEST(std::filesystem::is_empty(folder));
  write({node("n1")});
  struct stat status {};
  stat(file.c_str(), &status);
  BOOST_TEST((status.st_mode & 077u) == 0u);
  const auto before = text();
  const auto again = writer::open(file);
  BOOST_TEST((again.error().code == error_code::conflict));
  BOOST_TEST(text() == before);
}

BOOST_AUTO_TEST_CASE(a_changed_or_truncated_file_is_rejected) {
  write({node("n1"), node("n2")});
  const auto whole = text();
  replace("web-1", "web-2");
  BOOST_TEST(contains(refusal(), "line 4: the SHA-256 does not match"), refusal());
  std::ofstream{file} << whole.substr(0, whole.find(R"({"end")"));
  BOOST_TEST(contains(refusal(), "line 3: the last line is missing"), refusal());
  std::ofstream{file} << whole.substr(0, whole.size() / 2);
  BOOST_TEST(contains(refusal(), "backup.jsonl is not a complete archive: line "), refusal());
  std::ofstream{file} << whole << "more";
  BOOST_TEST(contains(refusal(), "there is data after the last line"), refusal());
  std::ofstream{file} << "";
  BOOST_TEST(contains(refusal(), "it is empty"), refusal());
  std::ofstream{file} << whole;
  BOOST_TEST(refusal() == "");
}

BOOST_AUTO_TEST_CASE(another_file_is_rejected) {
  BOOST_TEST(contains(refusal(), "file not found: "));
  std::ofstream{file} << "A letter.\n";
  BOOST_TEST(contains(refusal(), "line 1: "), refusal());
  std::ofstream{file} << encode_line(node("n1")) << "\n";
  BOOST_TEST(contains(refusal(), R"(the first line is not {"ironbus_store":)"), refusal());
  std::ofstream{file} << R"({"ironbus_store":{"format":2}})"
                      << "\n";
  BOOST_TEST(contains(refusal(), "written by a newer ironbus (format 2"), refusal());
}

BOOST_AUTO_TEST_SUITE_END()
