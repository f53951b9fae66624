#include "messages/platform/tls_client.hpp"

#include "tests/support/certificate_authority.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>

using namespace ironbus;
using namespace ironbus::test;

namespace {

using options = tls_client_options;

/// An authority and a client's certificate in a temporary folder.
struct own_files {
  std::string folder;
  certificate_authority authority;

  own_files() : folder{make_folder()}, authority{folder, "authority"} { authority.issue("client"); }
  ~own_files() { std::filesystem::remove_all(folder); }

  static std::string make_folder() {
    auto pattern = (std::filesystem::temp_directory_path() / "ironbus-tls-XXXXXX").string();
    return mkdtemp(pattern.data());
  }
  options good() const {
    return {.ca_file = authority.file(),
            .certificate_file = authority.path("client.crt"),
            .key_file = authority.path("client.key")};
  }
};

/// The problem concerns this file of the options, and its sentence contains this text.
void refuses(const options& given, std::string options::*file, const std::string& part) {
  const auto problem = find_problem(given);
  BOOST_TEST_REQUIRE(problem.has_value(), part);
  BOOST_TEST((problem->file == file), problem->sentence);
  BOOST_TEST(problem->sentence.find(part) != std::string::npos, problem->sentence);
  BOOST_TEST(problem->sentence.find("; allowed: ") != std::string::npos, problem->sentence);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(files_of_a_tls_client)

BOOST_AUTO_TEST_CASE(valid_or_absent_files_are_accepted) {
  const own_files own;
  BOOST_TEST(!find_problem(own.good()).has_value());
  BOOST_TEST(!find_problem({}).has_value());
  auto folded = own.good();
  folded.ca_file.clear();
  BOOST_TEST(!find_problem(folded).has_value());
}

BOOST_AUTO_TEST_CASE(unreadable_files_are_named) {
  const own_files own;
  for (auto file : {&options::ca_file, &options::certificate_file, &options::key_file}) {
    auto given = own.good();
    given.*file = own.folder + "/missing";
    refuses(given, file, "/missing' cannot be read: No such file or directory");
    given.*file = own.folder;
    refuses(given, file, "cannot be read: Is a directory");
    given.*file = own.folder + "/empty";
    std::ofstream{given.*file} << std::flush;
    refuses(given, file, "/empty' is empty");
    given.*file = own.folder + "/other";
    std::ofstream{given.*file} << "hello\n";
    refuses(given, file, "/other' holds no usable");
  }
}

BOOST_AUTO_TEST_CASE(key_and_certificate_must_match) {
  const own_files own;
  own.authority.issue("other");
  auto given = own.good();
  given.key_file = own.authority.path("other.key");
  refuses(given, &options::key_file, "key values mismatch");
  given.key_file.clear();
  refuses(given, &options::key_file, "cannot be read");
}

/// There is no terminal to ask for the password.
BOOST_AUTO_TEST_CASE(an_encrypted_key_is_rejected) {
  const own_files own;
  auto given = own.good();
  given.key_file = own.folder + "/encrypted.key";
  const auto command = "openssl pkey -in " + own.authority.path("client.key") +
                       " -aes128 -passout pass:secret -out " + given.key_file;
  BOOST_TEST_REQUIRE(std::system(command.c_str()) == 0);
  refuses(given, &options::key_file, "holds no usable key");
}

BOOST_AUTO_TEST_SUITE_END()
