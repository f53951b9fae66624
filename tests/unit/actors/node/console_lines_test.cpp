#include "actors/node/calls/console_lines.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

BOOST_AUTO_TEST_SUITE(lines_of_a_console)

BOOST_AUTO_TEST_CASE(only_readable_lines_are_kept) {
  BOOST_TEST(last_console_lines("") == "");
  BOOST_TEST(last_console_lines("\r\n \r\n\x1b[2J\x1b[01;01H") == "");
  BOOST_TEST(last_console_lines("one  \r\n\r\n\x1b[1;31mtwo\x1b[0m\tthree\x07\xff\r\n") ==
             "one\ntwo three");
  BOOST_TEST(last_console_lines("25%\r50%\rready") == "25%\n50%\nready");
}

BOOST_AUTO_TEST_CASE(an_escape_that_is_cut_off_ends_the_text) {
  for (const char* cut : {"here\x1b", "here\x1b[", "here\x1b[12;"})
    BOOST_TEST(last_console_lines(cut) == "here");
}

BOOST_AUTO_TEST_CASE(the_last_ten_lines_are_kept_and_one_kibibyte_of_them) {
  std::string many;
  for (int i = 1; i <= 30; ++i) many += "line " + std::to_string(i) + "\r\n";
  const auto kept = last_console_lines(many);
  BOOST_TEST(kept.starts_with("line 21\n"));
  BOOST_TEST(kept.ends_with("\nline 30"));
  const auto long_line = last_console_lines(std::string(100'000, 'a') + "end");
  BOOST_TEST(long_line.size() == 1024U);
  BOOST_TEST(long_line.ends_with("aend"));
}

BOOST_AUTO_TEST_CASE(secrets_are_masked_before_anything_is_cut) {
  const auto shown = last_console_lines(
      "Kernel command line: ipa-agent-token=" + std::string(1200, 'x') + " quiet");
  BOOST_TEST(shown.find("xx") == std::string::npos);
  BOOST_TEST(shown.ends_with("ipa-agent-token=****** quiet"));
}

BOOST_AUTO_TEST_SUITE_END()
