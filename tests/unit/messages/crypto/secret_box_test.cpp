#include "messages/crypto/secret_box.hpp"

#include "messages/crypto/base64.hpp"
#include "messages/crypto/secret_keys.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

std::string key_of(char c) { return std::string(32, c); }

secret_box box_of(std::vector<secret_key> keys, std::string writes_with) {
  return secret_box::make({std::move(keys), std::move(writes_with)}).value();
}

secret_box one_key() { return box_of({{"k1", key_of('a')}}, "k1"); }

std::string sentence(const result<std::string>& x) { return x ? "opened" : x.error().message; }

bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string refused_ring(secret_key_ring ring) {
  const auto made = secret_box::make(std::move(ring));
  return made ? "made" : made.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(a_secret_box)

BOOST_AUTO_TEST_CASE(opens_what_it_has_sealed) {
  const auto box = one_key();
  for (const std::string& secret :
       {std::string{}, std::string{"\"pa ss\""}, std::string(3, '\0'), std::string(100'000, 'x')}) {
    const auto sealed = box.seal(secret, "here");
    BOOST_TEST(sealed.starts_with("ibx1:k1:"));
    BOOST_TEST((secret.empty() || !says(sealed, secret)));
    BOOST_TEST(box.open(sealed, "here").value() == secret);
  }
}

BOOST_AUTO_TEST_CASE(never_writes_the_same_text_twice) {
  const auto box = one_key();
  BOOST_TEST(box.seal("secret", "here") != box.seal("secret", "here"));
}

BOOST_AUTO_TEST_CASE(has_the_documented_form) {
  const auto sealed = one_key().seal("secret", "here");
  const auto packed = from_base64(sealed.substr(std::string_view{"ibx1:k1:"}.size()));
  BOOST_TEST_REQUIRE(packed.has_value());
  BOOST_TEST(packed->size() == 12 + std::string_view{"secret"}.size() + 16);
  BOOST_TEST(key_id_of(sealed).value() == "k1");
}

BOOST_AUTO_TEST_CASE(refuses_a_wrong_key) {
  const auto other = box_of({{"k1", key_of('b')}}, "k1");
  const auto text = sentence(other.open(one_key().seal("secret", "here"), "here"));
  BOOST_TEST(says(text, "'k1'"), text);
  BOOST_TEST(says(text, "the key is a wrong one"), text);
}

BOOST_AUTO_TEST_CASE(refuses_an_unknown_key) {
  const auto other = box_of({{"k2", key_of('a')}}, "k2");
  const auto text = sentence(other.open(one_key().seal("secret", "here"), "here"));
  BOOST_TEST(says(text, "'k1', which secrets.key_file does not have"), text);
}

BOOST_AUTO_TEST_CASE(refuses_a_cut_text) {
  const auto box = one_key();
  const auto sealed = box.seal("secret", "here");
  for (size_t length = 0; length < sealed.size(); ++length)
    BOOST_TEST(!box.open(sealed.substr(0, length), "here").has_value(), length);
}

BOOST_AUTO_TEST_CASE(refuses_a_changed_text) {
  const auto box = one_key();
  auto packed = from_base64(box.seal("secret", "here").substr(8)).value();
  for (auto& byte : packed) {
    byte = static_cast<char>(byte ^ 1);
    BOOST_TEST(!box.open("ibx1:k1:" + to_base64(packed), "here").has_value());
    byte = static_cast<char>(byte ^ 1);
  }
  BOOST_TEST(box.open("ibx1:k1:" + to_base64(packed), "here").has_value());
}

BOOST_AUTO_TEST_CASE(refuses_a_moved_text) {
  const auto box = one_key();
  BOOST_TEST(says(sentence(box.open(box.seal("secret", "here"), "there")), "changed or moved"));
}

BOOST_AUTO_TEST_CASE(reads_with_all_keys_and_writes_with_one) {
  const auto both = box_of({{"k2", key_of('b')}, {"k1", key_of('a')}}, "k2");
  BOOST_TEST(both.open(one_key().seal("old", "here"), "here").value() == "old");
  BOOST_TEST(key_id_of(both.seal("new", "here")).value() == "k2");
}

BOOST_AUTO_TEST_CASE(knows_the_form_of_its_texts) {
  for (const auto* text : {"", "ibx1", "ibx1:", "ibx1::AA", "ibx1:k1", "ibx1:k 1:AA", "ibx2:k1:AA",
                           "ibx1:k2345678901234567890123456789012345:AA"})
    BOOST_TEST(!key_id_of(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(is_not_made_of_wrong_keys) {
  BOOST_TEST(says(refused_ring({{{"k 1", key_of('a')}}, ""}), "id of key 1"));
  BOOST_TEST(says(refused_ring({{{"k1", "short"}}, ""}), "'k1' has 5 bytes"));
  BOOST_TEST(says(refused_ring({{{"k", key_of('a')}, {"k", key_of('b')}}, ""}), "occurs twice"));
  BOOST_TEST(says(refused_ring({{{"k1", key_of('a')}}, "k2"}), "no key 'k2'"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(a_file_of_keys)

BOOST_AUTO_TEST_CASE(has_a_key_in_each_line) {
  const auto a = to_base64(key_of('a'));
  const auto read =
      parse_secret_keys("---\n# keys\n\nk2: " + a + " # new\r\n \"k1\" : '" + a + "'");
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST(read->writes_with == "k2");
  BOOST_TEST_REQUIRE(read->keys.size() == 2u);
  BOOST_TEST(read->keys[1].id == "k1");
  BOOST_TEST(read->keys[1].bytes == key_of('a'));
}

BOOST_AUTO_TEST_CASE(may_begin_with_clear) {
  const auto read = parse_secret_keys("clear: \"\"\nk1: " + to_base64(key_of('a')));
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST(read->writes_with.empty());
  BOOST_TEST(!secret_box::make(*read)->writes());
}

BOOST_AUTO_TEST_CASE(names_the_wrong_line_without_its_key) {
  const auto good = to_base64(key_of('a'));
  const auto refusal = [](const std::string& text) {
    const auto read = parse_secret_keys(text);
    return read ? std::string{"read"} : read.error().message;
  };
  BOOST_TEST(says(refusal("k1: " + good + "\nk2"), "Line 2 has no colon"));
  const auto cut = refusal("k1: " + good.substr(4));
  BOOST_TEST(says(cut, "Line 1 has no key of 32 bytes"), cut);
  BOOST_TEST(!says(cut, good.substr(4)), cut);
  BOOST_TEST(says(refusal("k1: " + good + "\nclear:"), "Line 2 has the id 'clear'"));
  BOOST_TEST(says(refusal("# nothing\n"), "no key in it"));
}

BOOST_AUTO_TEST_CASE(accepts_a_new_key) {
  const auto one = new_secret_key_line("k1");
  BOOST_TEST(one != new_secret_key_line("k1"));
  BOOST_TEST(parse_secret_keys(one)->writes_with == "k1");
}

BOOST_AUTO_TEST_SUITE_END()
