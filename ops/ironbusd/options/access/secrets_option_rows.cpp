// The rows of the section `secrets`.

#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

std::vector<option> secrets_option_rows() {
  return {
      {"secrets",
       "key_file",
       member_option([](auto& x) -> auto& { return x.secret_key_file; }),
       "File of keys, `ID: BASE64` in each line, as `ironbusd secrets new-key` prints it. "
       "Passwords "
       "and tokens in the store and on the bus are then encrypted with the first key and read with "
       "all. Must have the same keys in every process. A process whose keys do not fit to the "
       "store "
       "does not start.",
       {},
       secrecy::open,
       "the credential `ironbus-secrets` of systemd; without it no encryption",
       "/etc/ironbus/secrets.keys"},
  };
}

}  // namespace ironbus::daemon
