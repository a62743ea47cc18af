import { companyTables, orderTables } from "./kept-tables.ts";
import { sql, type RawBuilder } from "kysely";
import type { Config } from "./config.ts";

/**
 * Rows of a table that are no longer kept: those whose `since` lies longer ago than their class is kept, and `only` such.
 * `oldest` walks an index in the order in which they become due. `by` names the function that removes rows which are
 * append-only or hang together.
 */
export type Chore = { table: string } & (
  | { since: RawBuilder<unknown>; only?: RawBuilder<unknown>; oldest?: RawBuilder<unknown> }
  | { by: string }
);

/** A class of data: housekeeping removes it some time after something, or it is kept for a reason. */
export type RetentionClass = { name: string } & (
  | { time: string; setting?: keyof Config; after: string; chores: readonly Chore[] }
  | { kept: string; tables: readonly string[] }
);

const since = (text: string) => sql.raw<unknown>(text);

/**
 * What is kept how long: one table of classes, by which housekeeping works, that the operator's screen shows and
 * docs/configuration.md repeats. Every table belongs to a class, and a test refuses one that does not.
 */
export function retentionOf(config: Config): readonly RetentionClass[] {
  const set = (setting: keyof Config & `KEEP_${string}_DAYS`) => ({ time: `${config[setting]} days`, setting });
  return [
    {
      name: "Steps of signing in and proofs under way",
      time: "1 hour",
      after: "they end",
      chores: [
        { table: "sign_in_attempts", since: since("until") },
        { table: "password_keys", since: since("expires_at") },
        { table: "factor_setups", since: since("until") },
        { table: "passkey_challenges", since: since("until") },
        { table: "sso_transactions", since: since("expires_at") },
        { table: "used_tickets", since: since("used_at") },
        { table: "used_robot_solutions", since: since("expires_at") },
        { table: "console_links", since: since("created_at") },
        { table: "download_guids", since: since("created_at") },
        { table: "payment_pages", since: since("created_at") },
      ],
    },
    {
      name: "Signals that tell open pages what changed",
      time: "1 hour",
      after: "the change",
      chores: [{ table: "events", since: since("created_at"), oldest: since("xid, id") }],
    },
    {
      name: "What vendors still let us ask this minute",
      time: "1 hour",
      after: "the last call",
      chores: [{ table: "vendor_calls", since: since("at") }],
    },
    {
      name: "Answers kept for calls that are sent again",
      time: "3 days",
      after: "the call",
      chores: [{ table: "idempotency", since: since("created_at") }],
    },
    {
      name: "Sessions and API tokens, with addresses and browsers",
      ...set("KEEP_SESSIONS_DAYS"),
      after: "their end",
      chores: ["sessions", "api_tokens", "scim_tokens"].map((table) => ({
        table,
        since: since("least(expires_at, revoked_at)"),
      })),
    },
    {
      name: "Browsers that people signed in with",
      ...set("KEEP_DEVICES_DAYS"),
      after: "their last sign-in",
      chores: [{ table: "known_devices", since: since("last_seen_at") }],
    },
    {
      name: "Notifications",
      ...set("KEEP_NOTIFICATIONS_DAYS"),
      after: "they are written",
      chores: [{ table: "notifications", since: since("created_at") }],
    },
    {
      name: "Invitations that nobody accepted",
      ...set("KEEP_INVITATIONS_DAYS"),
      after: "they expire or are withdrawn",
      chores: [
        { table: "invitations", since: since("coalesce(withdrawn_at, expires_at)"), only: sql`accepted_at is null` },
      ],
    },
    {
      name: "Declined applications of companies",
      ...set("KEEP_APPLICATIONS_DAYS"),
      after: "they are declined",
      chores: [{ table: "partner_applications", since: since("decided_at"), only: sql`status = 'Declined'` }],
    },
    {
      name: "Closed tickets, with messages, notes and files",
      ...set("KEEP_TICKETS_DAYS"),
      after: "they are closed",
      chores: [{ table: "tickets", by: "remove_closed_tickets" }],
    },
    {
      name: "Files and drawn signatures that were sent and never used",
      time: "1 day",
      after: "they are sent",
      chores: [
        {
          table: "ticket_files",
          since: since("created_at"),
          only: sql`not exists (
            select from ticket_attachments a where a.reseller_id = ticket_files.reseller_id and a.file_id = ticket_files.id)
            and not exists (
            select from number_port_letters l where l.reseller_id = ticket_files.reseller_id and l.file_id = ticket_files.id)`,
        },
        { table: "signature_images", by: "remove_unused_signatures" },
      ],
    },
    {
      name: "Forms that were begun and not saved",
      time: "1 day",
      after: "somebody wrote in them",
      chores: [{ table: "drafts", since: since("saved_at") }],
    },
    {
      name: "Reports that were made to be downloaded",
      time: "1 day",
      after: "they are asked for",
      chores: ["report_pieces", "report_runs"].map((table) => ({ table, since: since("created_at") })),
    },
    {
      name: "Signed letters of authority",
      time: "365 days",
      after: "their port is over",
      chores: [{ table: "number_port_letters", by: "remove_port_letters" }],
    },
    {
      name: "Ratings and comments on features",
      ...set("KEEP_RATINGS_DAYS"),
      after: "they are given",
      chores: [{ table: "ratings", since: since("created_at") }],
    },
    {
      name: "Webhooks of vendors",
      ...set("KEEP_WEBHOOKS_DAYS"),
      after: "they are read; those that wait are kept",
      chores: [{ table: "webhook_inbox", since: since("received_at"), only: sql`state <> 'waiting'` }],
    },
    {
      name: "Links to the mail archive",
      time: "30 days",
      after: "they expire",
      chores: [{ table: "archive_access_links", since: since("expires_at") }],
    },
    {
      name: "Activity log, with accepted invitations and changes of settings",
      ...set("KEEP_ACTIVITY_DAYS"),
      after: "the entry; the rest of the log still verifies",
      chores: [
        { table: "activity", by: "remove_from_activity" },
        { table: "invitations", since: since("accepted_at"), only: sql`accepted_at is not null` },
        { table: "flag_changes", by: "remove_setting_changes" },
      ],
    },
    {
      name: "Mails, in the queue of jobs",
      kept: "7 days after they were sent; then the queue removes them",
      tables: [],
    },
    { name: "Exports", kept: "Not at all: they are made while they are downloaded", tables: [] },
    {
      name: "Invoices, charges and ledger",
      kept: "At least six years and the current one, as the law asks; nothing removes them",
      tables: [
        "charges",
        "held_charges",
        "invoices",
        "invoice_lines",
        "invoice_sums",
        "invoice_taxes",
        "invoice_drafts",
        "invoice_counters",
        "ledger_entries",
        "payments",
        "payment_events",
        "payment_methods",
        "payment_settings",
        "credit_codes",
        "credit_grants",
        "mandates",
        "dunning_notices",
        "credit_limits",
        "debtor_notes",
        "write_offs",
        "line_credits",
        "credited_lines",
        "month_closings",
        "payables",
        "payables_billed",
        "vendor_invoices",
        "vendor_invoice_lines",
        "vendor_bill_differences",
        "bank_statements",
        "bank_lines",
        "bank_allocations",
        "gateway_reads",
        "gateway_movements",
        "gateway_payouts",
        "gateway_balances",
        "gateway_differences",
        "clearing_entries",
        "usage_months",
        "azure_charges",
        "last_usage",
        "vendor_reports_asked",
        "vendor_usage_reports",
        "vendor_usage_lines",
        "billing_months",
        "billing_state",
        "legal_entities",
        "vat_rates",
        "exchange_rates",
      ],
    },
    {
      name: "Signed agreements, with signatures",
      kept: "At least six years and the current one, as the law asks; nothing removes them",
      tables: ["agreements", "agreement_signatures", "documents"],
    },
    {
      name: "Orders, services and subscriptions",
      kept: "As long as invoices name them",
      tables: orderTables,
    },
    {
      name: "What was in baskets, ordered or not",
      time: "90 days",
      after: "its last change",
      chores: [{ table: "basket_lines", since: since("changed_at") }],
    },
    {
      name: "Quotes that came to nothing, with the names of who was asked",
      time: "1095 days",
      after: "their last change",
      chores: [{ table: "quotes", since: since("changed_at"), only: sql`state <> 'accepted'` }],
    },
    {
      name: "Companies and their customers, with settings and contacts",
      kept: "As long as invoices name them",
      tables: companyTables,
    },
    {
      name: "Sums and counts over the above",
      kept: "As long as these",
      tables: ["tallies", "tally_changes", "standings_read"],
    },
    {
      name: "People, their ways to sign in and their choices",
      kept: "Until the person is erased",
      tables: [
        "people",
        "operators",
        "memberships",
        "membership_customers",
        "factors",
        "recovery_codes",
        "passkeys",
        "password_history",
        "linked_identities",
        "company_identities",
        "scim_people",
        "opt_outs",
        "announcement_answers",
        "quick_links",
        "favourite_products",
      ],
    },
    {
      name: "Messages held back as spam, by subject",
      kept: "As long as the mail filter holds them: it owns them",
      tables: ["quarantined_messages"],
    },
    {
      name: "The seal of the activity log",
      kept: "As long as its company; it names nobody",
      tables: ["activity_chain", "activity_cuts", "activity_roots", "activity_unsealed"],
    },
    {
      name: "Catalogue, announcements and settings of the marketplace",
      kept: "As long as the marketplace; it names nobody but who wrote it",
      tables: [
        "announcements",
        "bundle_products",
        "bundles",
        "business_clock",
        "kept_settings",
        "catalogue_version",
        "delivery_options",
        "product_pages",
        "product_pictures",
        "plan_words",
        "product_words",
        "dynamic_forms",
        "feature_flags",
        "help_articles",
        "help_article_categories",
        "help_categories",
        "help_pictures",
        "help_reads",
        "footer_buttons",
        "number_ranges",
        "offers",
        "personal_data",
        "policies",
        "price_import_faults",
        "price_import_rows",
        "price_imports",
        "price_lists",
        "prices",
        "products",
        "rating_features",
        "schema_migrations",
        "service_actions",
        "vendor_prices",
        "vendors",
        "withdrawals",
      ],
    },
  ];
}
