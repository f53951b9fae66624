#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"

namespace ironbus::http {

namespace {

const record_api templates{"deploy_template", true};

}  // namespace

void list_deploy_templates(const call_ptr& x) { list_records(templates, x, false); }
void show_deploy_template(const call_ptr& x) { show_record(templates, x); }
void create_deploy_template(const call_ptr& x) { create_one_record(templates, x); }
void patch_deploy_template(const call_ptr& x) { patch_record(templates, x); }
void delete_deploy_template(const call_ptr& x) { delete_one_record(templates, x); }

}  // namespace ironbus::http
