/** What the tenancy rules allow by name. */

/**
 * Indexes deliberately not led by the tenant, each noted in its migration: for work that queries all resellers at once.
 */
export const crossTenantIndexes: readonly string[] = [
  "activity_of_all_by_time",
  "api_tokens_by_end",
  "api_tokens_by_hash",
  "billing_months_open",
  "company_provider_domains_once",
  "company_provider_domains_waiting",
  "differences_at_vendor",
  "events_in_commit_order",
  "goods_lines_in_turn",
  "goods_lines_reserved",
  "intents_to_watch",
  "invitations_accepted_by_age",
  "invitations_by_key",
  "invitations_of_application",
  "invitations_unanswered_by_end",
  "invoices_number_once",
  "idempotency_by_age",
  "memberships_by_email",
  "memberships_by_words",
  "memberships_of_person",
  "portal_hosts_once",
  "provider_tenants_once",
  "provider_tenants_to_sweep",
  "notifications_by_age",
  "ratings_by_age",
  "resources_code_once",
  "resources_numbers_once",
  "signature_images_by_age",
  "ticket_files_by_age",
  "ticket_files_waiting",
  "tickets_closed",
  "scim_tokens_by_end",
  "scim_tokens_by_hash",
  "tenant_requests_by_invitation",
  "tenant_requests_to_watch",
  "tickets_in_queue",
  "tickets_solved",
  "tickets_to_do",
  "vendor_names_once",
  "work_items_open",
];

/** Tenants' tables whose rows can exist without a reseller. */
export const keylessTables: readonly string[] = [
  "activity",
  "activity_chain",
  "activity_cuts",
  "activity_roots",
  "activity_unsealed",
  "api_tokens",
  "idempotency",
  "tally_changes",
];

/**
 * Views with their owner's rights, so that searches can use their indexes. Each contains the tenant's predicate itself.
 */
export const ownersViews: readonly string[] = ["customer_search", "member_search", "own_customer_search"];

/** Functions with their owner's rights. */
export const definerFunctions: readonly string[] = [
  "allocate_goods",
  "app_every_customer",
  "app_every_product",
  "app_has_product",
  "app_own_customers",
  "app_own_products",
  "close_goods",
  "count_customer_services",
  "count_customer_users",
  "count_personal_data",
  "dispatch_goods",
  "erase_from_activity",
  "erase_person",
  "give_personal_data",
  "lapse_goods",
  "move_stock",
  "name_corrected_charge",
  "open_billing",
  "owe_vendors",
  "post_payables",
  "queue_for_sealing",
  "release_charges_of_lines",
  "release_charges_of_order",
  "remove_closed_tickets",
  "remove_from_activity",
  "remove_setting_changes",
  "remove_unused_signatures",
  "reserve_goods",
  "stock_of",
  "take_stock",
  "tally_changed_customer",
  "tally_charges",
  "tally_customer",
  "tally_history",
  "user_name_taken",
];
