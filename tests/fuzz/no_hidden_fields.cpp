// The targets read and show objects without a call, so no policy hides a field.
#include "gateways/http/view/hidden_fields.hpp"

namespace ironbus::http {

std::string_view hidden_fields::instead_of(std::string_view /*field*/,
                                           const shown_object& /*shown*/) const {
  return {};
}

}  // namespace ironbus::http
