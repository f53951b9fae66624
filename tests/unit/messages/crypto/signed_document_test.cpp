#include "messages/crypto/signed_document.hpp"

#include "messages/crypto/base64.hpp"
#include "messages/crypto/digest.hpp"
#include "tests/support/example_key.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace ironbus;
using namespace ironbus::test;
namespace fs = std::filesystem;

namespace {

/// A different key than the example's.
constexpr const char* other_key =
    "-----BEGIN PUBLIC KEY-----\n"
    "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n"
    "-----END PUBLIC KEY-----\n";

struct key_fixture {
  key_fixture() {
    fs::create_directories(root);
    std::ofstream{root / "private"} << example_private_key;
    std::ofstream{root / "public"} << example_public_key;
    std::ofstream{root / "other"} << other_key;
    std::ofstream{root / "none"} << "no key\n";
  }
  ~key_fixture() { fs::remove_all(root); }

  std::string path(const char* name) const { return (root / name).string(); }

  fs::path root = fs::temp_directory_path() / ("signed_document_" + std::to_string(::getpid()));
};

const json document{{"b", 2}, {"a", "ü"}};

std::string refusal(const verifying_key& key, const json& signature,
                    std::string_view type = "thing") {
  const auto read = read_signed_document(key, signature, type);
  return read ? std::string{} : read.error().message;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(signed_documents, key_fixture)

BOOST_AUTO_TEST_CASE(base64url_has_one_text_for_each_value) {
  BOOST_TEST(to_base64url("\xfb\xff\xfe") == "-__-");
  BOOST_TEST(to_base64url("a") == "YQ");
  BOOST_TEST(to_base64("a") == "YQ==");
  BOOST_TEST(to_base64("").empty());
  BOOST_TEST(from_base64url("YQ").value() == "a");
  BOOST_TEST(from_base64url("").value().empty());
  for (const auto* wrong : {"YQ==", "YR", "Y", "+/+/", "Y Q", "YQ\n"})
    BOOST_TEST(!from_base64url(wrong), wrong);
}

BOOST_AUTO_TEST_CASE(digests_match_the_standard) {
  BOOST_TEST(sha256_of("abc") ==
             "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

BOOST_AUTO_TEST_CASE(signatures_match_the_standard) {
  // RFC 8037, A.4: the thumbprint of A.3 and the signature over its signing input.
  BOOST_TEST(example_key().public_half().id() == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
  const std::string input = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";
  BOOST_TEST(to_base64url(example_key().sign(input)) ==
             "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_"
             "MuM0KAg");
}

BOOST_AUTO_TEST_CASE(a_signed_document_is_read_with_the_public_key) {
  const auto signature = sign_document(example_key(), document, "thing");
  for (const char* name : {"public", "private"}) {
    const auto read =
        read_signed_document(verifying_key::read(path(name)).value(), signature, "thing");
    BOOST_REQUIRE(read);
    BOOST_TEST(*read == document);
  }
}

BOOST_AUTO_TEST_CASE(changed_documents_are_rejected) {
  const auto good = verifying_key::read(path("public")).value();
  const auto signature = sign_document(example_key(), document, "thing");
  BOOST_TEST(refusal(good, signature, "other").find("something other than other") !=
             std::string::npos);
  BOOST_TEST(refusal(verifying_key::read(path("other")).value(), signature).find("another key") !=
             std::string::npos);
  auto changed = signature;
  changed["payload"] = to_base64url(R"({"a":"ü","b":3})");
  BOOST_TEST(refusal(good, changed).find("changed") != std::string::npos);
  auto cut = signature;
  cut["signature"] = cut["signature"].get<std::string>().substr(0, 84);
  BOOST_TEST(!refusal(good, cut).empty());
  for (const char* name : {"payload", "protected", "signature"}) {
    auto lacking = signature;
    lacking.erase(name);
    BOOST_TEST(!refusal(good, lacking).empty(), name);
  }
  BOOST_TEST(!refusal(good, json::array()).empty());
  BOOST_TEST(!refusal(good, {{"payload", 1}, {"protected", {}}, {"signature", nullptr}}).empty());
}

BOOST_AUTO_TEST_CASE(a_file_without_a_key_is_named) {
  for (const char* name : {"none", "missing", "public"}) {
    const auto read = signing_key::read(path(name));
    BOOST_REQUIRE(!read);
    BOOST_TEST(read.error().message.find(path(name)) != std::string::npos);
  }
  BOOST_TEST(!verifying_key::read(path("none")));
}

BOOST_AUTO_TEST_SUITE_END()
