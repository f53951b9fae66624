#include "gateways/cli/event_line.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

namespace {

using namespace ironbus::cli;

std::vector<std::string> read_in_pieces(const std::string& text, size_t piece) {
  std::vector<std::string> out;
  event_reader reader{[&](std::string_view data) { out.emplace_back(data); }};
  for (size_t offset = 0; offset < text.size(); offset += piece)
    reader.feed(std::string_view{text}.substr(offset, piece));
  return out;
}

BOOST_AUTO_TEST_SUITE(event_lines)

BOOST_AUTO_TEST_CASE(events_are_found_in_pieces_of_any_size) {
  const std::string text =
      ": hello\n\nid: 1\nevent: x\ndata: {\"a\":1}\n\n: keep-alive\n\n"
      "data: {\"b\":2}\r\n\r\ndata: half";
  for (size_t piece : {1, 2, 7, 1000}) {
    const auto got = read_in_pieces(text, piece);
    BOOST_TEST(got.size() == 2U);
    BOOST_TEST(got.at(0) == "{\"a\":1}");
    BOOST_TEST(got.at(1) == "{\"b\":2}");
  }
}

BOOST_AUTO_TEST_CASE(the_last_id_is_from_a_complete_event) {
  event_reader reader{[](std::string_view) {}};
  BOOST_TEST(reader.last_id().empty());
  reader.feed("id: 7\ndata: {}\n\n");
  BOOST_TEST(reader.last_id() == "7");
  reader.feed("id: 8\ndata: {\"half");
  BOOST_TEST(reader.last_id() == "7");
  reader.restart();
  reader.feed(": keep-alive\n\ndata: {}\n\n");
  BOOST_TEST(reader.last_id() == "7", "an event without an id does not change it");
}

BOOST_AUTO_TEST_CASE(an_id_with_line_ends_is_ignored) {
  event_reader reader{[](std::string_view) {}};
  reader.feed("id: 7\ndata: {}\n\nid: 8\rX-A: b\ndata: {}\n\n");
  reader.feed("id: " + std::string(300, '9') + "\ndata: {}\n\n");
  BOOST_TEST(reader.last_id() == "7");
}

BOOST_AUTO_TEST_CASE(a_line_names_time_node_type_and_data) {
  const auto line = event_line(R"({"specversion":"1.0","id":"1","type":"ironbus.node_updated",
    "source":"/ironbus/x","subject":"11111111-aaaa-4aaa-8aaa-000000000001",
    "time":"2026-11-21T10:00:00.000000+00:00","sequence":"3","data":{"uuid":"u","name":"web-1",
    "from":"a\u001bb","count":2}})");
  BOOST_TEST(line.find("web-1 node_updated count=2 from=a b") != std::string::npos, line);
}

BOOST_AUTO_TEST_CASE(other_texts_are_printed_unchanged) {
  BOOST_TEST(event_line("x\x07y") == "x y");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
