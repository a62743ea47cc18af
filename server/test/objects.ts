import { row, type Maker, type World } from "./object-makers.ts";
import { orderingMakers } from "./ordering-objects.ts";
import { nilReseller } from "../platform/once.ts";
import type { TestApp, Person } from "./test-app.ts";

/**
 * Maps path parameters and id fields to the objects they name. Add a line for each new parameter, so that the generated
 * tests can try one's own, another reseller's and a missing object.
 */
export const makers: Record<string, Maker> = {
  ...orderingMakers,
  customerId: {
    make: row(
      `insert into customers (reseller_id, name, domain, created_at)
       values ($1, 'Customer ' || substr(uuidv7()::text, 25), 'acme.example', '2026-01-01') returning id`,
    ),
  },
  organisationID: { make: ({ object }) => object("customerId") },
  endUserAdminId: { make: ({ object }) => object("customerId") },
  productId: { make: async () => "microsoft-365", shared: true },
  articleId: {
    make: row(
      `insert into help_articles (id, header, path, url, content, words, views, changed_at)
       select coalesce(max(id), 0) + 1, 'An article', 'article-' || coalesce(max(id), 0) + 1, 'https://help.example/', '<p>So</p>', 'So', 1, $1
       from help_articles returning id::text`,
    ),
    shared: true,
  },
  categoryId: {
    make: row(
      `insert into help_categories (id, name, position) select coalesce(max(id), 0) + 1, 'Of ' || $1, 1 from help_categories returning id::text`,
    ),
    shared: true,
  },
  downloadId: { make: async () => "vat", shared: true },
  by: { make: async () => "product", shared: true },
  /** The product's gate is open, because the customer's tenant is known. */
  name: {
    make: row(
      `insert into provider_tenants (reseller_id, customer_id, fulfiller, tenant_ref) values ($1, $2::uuid, 'microsoft', 'tenant-' || $2)
       on conflict (reseller_id, customer_id, fulfiller) do update set tenant_ref = excluded.tenant_ref returning 'microsoft-365' as id`,
      "customerId",
    ),
    shared: true,
  },
  /** What a customer has, by its number at the vendor: that of another reseller's is the same. */
  service: {
    make: row("select sku as id from subscriptions where reseller_id = $1 and id = $2", "detailId"),
    shared: true,
  },
  offerId: { make: async () => "CFQ7TTC0LCHC:0002:P1Y:monthly", shared: true },
  agreementId: { make: async () => "microsoft-365", shared: true },
  priceGroupId: {
    make: row(
      "insert into price_groups (reseller_id, name) values ($1, 'Group ' || substr(uuidv7()::text, 25)) returning id",
    ),
  },
  priceRuleId: {
    make: row(
      `insert into price_rules (reseller_id, customer_id, offer_id, product_id, from_date, kind, value)
       values ($1, $2, 'CFQ7TTC0LCHC:0002:P1Y:monthly', 'microsoft-365', '2099-01-01', 'fixed', 20)
       on conflict (reseller_id, customer_id, group_id, offer_id, product_id, from_date) do update set value = 20 returning id`,
      "customerId",
    ),
  },
  userId: {
    make: async ({ app, person, object }) => {
      const user = await app.signIn({
        kind: "endUser",
        resellerId: person.resellerId,
        customerId: await object("customerId"),
        rights: [],
      });
      await app.sql("update people set password_hash = 'of no password' where id = $1", [user.personId]);
      return user.membershipId;
    },
  },
  loginKind: { make: async () => "admin", shared: true },
  loginName: { make: async ({ person }) => person.email },
  sessionId: {
    make: async ({ app, person }) => {
      const [session] = await app.sql<{ id: string }>(
        "insert into sessions (person_id, expires_at) values ($1, now() + interval '1 day') returning id",
        [person.personId],
      );
      return session!.id;
    },
  },
  apiTokenId: {
    make: async ({ app, person }) => {
      const [made] = await app.sql<{ id: string }>(
        `insert into api_tokens (reseller_id, person_id, membership_id, made_by, name, scopes, hash, hint, expires_at)
         values ($1, $2, $3, 'Robin Tester', 'Stock', '{ordering:read}', sha256(uuidv7()::text::bytea), 'tradewind_0000', now() + interval '1 day')
         returning id`,
        [person.resellerId, person.personId, person.membershipId],
      );
      return made!.id;
    },
  },
  operatorTokenId: {
    make: async ({ app }) => {
      const { personId } = await app.signInOperator();
      const [made] = await app.sql<{ id: string }>(
        `insert into api_tokens (reseller_id, person_id, made_by, name, scopes, hash, hint, expires_at)
         values ($1, $2, 'Olive Operator', 'Stock', '{ordering:read}', sha256(uuidv7()::text::bytea), 'tradewind_0000', now() + interval '1 day')
         returning id`,
        [nilReseller, personId],
      );
      return made!.id;
    },
  },
  passkeyId: {
    make: async ({ app, person }) => {
      const [passkey] = await app.sql<{ id: string }>(
        `insert into passkeys (person_id, rp_id, credential_id, public_key, counter, backed_up, name)
         values ($1, 'localhost', gen_random_uuid(), '', 0, false, 'Laptop') returning id`,
        [person.personId],
      );
      return passkey!.id;
    },
  },
  applicationId: {
    make: async ({ app }) => {
      const [made] = await app.sql<{ id: string }>(
        `insert into partner_applications (company_name, contact_name, email, telephone, country, created_at)
         values ('Northwind IT', 'Nora Wind', 'nora@northwind.example', '01174 960 000', 'GB', '2026-01-02') returning id`,
      );
      return made!.id;
    },
  },
  invitationId: {
    make: row(
      `insert into invitations (reseller_id, kind, first_name, last_name, email, views, permissions, can_agree, invited_by, key_hash, expires_at)
       values ($1, 'engineer', 'Nora', 'Wind', uuidv7() || '@example.com', '{}', '{}', false, 'Robin Tester', sha256(uuidv7()::text::bytea),
               now() + interval '7 days') returning id`,
    ),
  },
  businessRequestId: {
    make: row(
      `insert into business_requests (reseller_id, name, before_name, asked_by, asked_at)
       values ($1, 'Harbour IT Ltd', 'Harbour IT', 'Robin Tester', '2026-01-02')
       on conflict (reseller_id) where status = 'Waiting' do update set name = excluded.name returning id`,
    ),
  },
  creditCodeId: {
    make: row(
      `insert into credit_codes (hash, hint, amount_minor, currency, only_for, valid_until, reason, issued_by, issued_by_id, issued_at, needs_approval)
       values (sha256(uuidv7()::text::bytea), 'ABCD', 60000, 'GBP', $1, '2099-12-31', 'For an outage', 'Ida Operator',
               (select person_id from memberships where reseller_id = $1 limit 1), '2026-01-02', true) returning id`,
    ),
  },
  month: { make: async () => "2020-01", shared: true },
  lineCreditId: {
    make: row(
      `with made as (
         insert into line_credits (reseller_id, invoice_id, reason, words, net_minor, vat_minor, currency, entered_by, entered_by_id, entered_at, needs_approval)
         values ($1, $2, 'agreed', 'As agreed by telephone', 100, 20, 'GBP', 'Ida Operator',
                 (select person_id from memberships where reseller_id = $1 limit 1), '2026-01-02', true) returning id)
       insert into credited_lines (reseller_id, credit_id, corrects, net_minor) select $1, id, $3, 100 from made returning credit_id as id`,
      "invoiceId",
      "invoiceLineId",
    ),
  },
  writeOffId: {
    make: row(
      `insert into write_offs (reseller_id, invoice_id, kind, amount_minor, currency, reason, entered_by, entered_by_id, entered_at, needs_approval)
       values ($1, $2, 'badDebt', 100, 'GBP', 'Insolvent', 'Ida Operator',
               (select person_id from memberships where reseller_id = $1 limit 1), '2026-01-02', true) returning id`,
      "invoiceId",
    ),
  },
  whiteLabelId: { make: async () => "00000000-0000-0000-0000-000000000001", shared: true },
  signInDomain: {
    make: async ({ app, person }) => {
      const domain = `${crypto.randomUUID().slice(0, 13)}.example`;
      await app.sql("insert into sso_domains (domain, reseller_id) values ($1, $2)", [domain, person.resellerId]);
      return domain;
    },
  },
  providerDomain: {
    make: async ({ app, person }) => {
      const domain = `${crypto.randomUUID().slice(0, 13)}.example`;
      await app.sql(
        "insert into company_provider_domains (reseller_id, domain, record, asked_at) values ($1, $2, 'record', now())",
        [person.resellerId, domain],
      );
      return domain;
    },
  },
  scimTokenId: {
    make: row(
      `insert into scim_tokens (reseller_id, hash, hint, made_by, expires_at)
       values ($1, sha256(uuidv7()::text::bytea), 'scim_0000', 'Robin Tester', now() + interval '1 day') returning id`,
    ),
  },
  portalHost: {
    make: async ({ app, person }) => {
      const host = `portal-${crypto.randomUUID().slice(0, 13)}.example`;
      await app.sql("insert into portal_hosts (host, reseller_id) values ($1, $2)", [host, person.resellerId]);
      return host;
    },
  },
  companyId: { make: async ({ person }) => person.resellerId },
  linkId: {
    make: async ({ app, person }) => {
      const [made] = await app.sql<{ id: string }>(
        "insert into linked_identities (provider, issuer, subject, person_id) values ('sso', 'https://x.example', uuidv7()::text, $1) returning id",
        [person.personId],
      );
      return made!.id;
    },
  },
  notificationId: {
    make: async ({ app, person }) => {
      const [made] = await app.sql<{ id: string }>(
        `insert into notifications (reseller_id, membership_id, category, content, service_name, view, created_at)
         values ($1, $2, 'Service status', 'The domain is taken', 'Microsoft 365', 2, '2026-01-02') returning id`,
        [person.resellerId, person.membershipId],
      );
      return made!.id;
    },
  },
  form: { make: async () => "customer:new", shared: true },
  featureId: { make: async () => "ordering", shared: true },
  announcementId: {
    make: async ({ app }) => {
      const [made] = await app.sql<{ id: string }>(
        `insert into announcements (kind, title, body, starts_at, created_by, created_at)
         values ('announcement', 'New prices', 'From May on.', '2026-01-02', 'Olive Operator', '2026-01-02') returning id`,
      );
      return made!.id;
    },
    shared: true,
  },
  policyId: { make: async () => "privacy", shared: true },
  featureName: { make: async () => "LiveChat", shared: true },
  resellerId: { make: async ({ person }) => person.resellerId },
  membershipId: { make: ({ object }) => object("userId") },
  invoiceId: {
    make: row(
      `with month as (insert into billing_months (reseller_id, period_from, period_until, issued_at) values ($1, '2026-01-01', '2026-02-01', '2026-02-01')),
            draft as (insert into invoice_drafts (reseller_id, period_until, currency, vat_category) values ($1, '2026-02-01', 'GBP', 'S') returning id)
       insert into invoices (reseller_id, id, legal_entity_id, kind, number, issued_on, tax_point, period_from, period_until, due_on,
                             currency, net_minor, vat_minor, gross_minor, vat_category, seller, buyer, recorded_at)
       select $1, draft.id, legal_entities.id, 'invoice', 'TEST-' || uuidv7(), '2026-02-01', '2026-02-01', '2026-01-01', '2026-02-01', '2026-03-03',
              'GBP', 0, 0, 0, 'S',
              jsonb_build_object('name', name, 'addressLines', '{}'::text[], 'country', 'GB', 'vatNumber', 'GB987654321', 'companyNumber', '1',
                                 'registeredOffice', name, 'bankName', name, 'accountName', name, 'sortCode', '1', 'accountNumber', '1', 'iban', '1', 'bic', '1'),
              '{"name": "Harbour IT", "addressLines": [], "country": "GB", "vatNumber": null}', '2026-02-01'
       from legal_entities, draft limit 1 returning id`,
    ),
  },
  invoiceLineId: {
    make: async ({ app, person, object }) => {
      // A difference is about a subscription.
      await object("differenceId");
      const [made] = await app.sql<{ id: string }>(
        `with charge as (
           insert into charges (reseller_id, customer_id, subscription_id, order_id, product_id, kind, description, period_from, period_until, due_on, quantity,
                                unit_cost, amount_minor, currency, recorded_at)
           values ($1, $2, (select id from subscriptions where reseller_id = $1 limit 1), $3, 'microsoft-365', 'recurring', 'Business Premium', '2026-01-02', '2026-02-02', '2026-01-02', 2, 18.10, 3620, 'GBP', '2026-01-02')
           returning *)
         insert into invoice_lines (reseller_id, invoice_id, position, charge_id, customer_id, customer_name, subscription_id, product_id, product_name,
                                    description, kind, period_from, period_until, quantity, unit_cost, net_minor, vat_category, vat_percent)
         select $1, $4, (select coalesce(max(position), 0) + 1 from invoice_lines where reseller_id = $1 and invoice_id = $4), id, customer_id, 'Acme', subscription_id, product_id, 'Microsoft 365', description, kind, period_from, period_until, quantity,
           unit_cost, amount_minor, 'S', 20 from charge returning charge_id as id`,
        [person.resellerId, await object("customerId"), await object("orderId"), await object("invoiceId")],
      );
      return made!.id;
    },
  },
  ticketId: {
    make: async ({ app, person, object }) => {
      const [made] = await app.sql<{ id: string }>(
        `insert into tickets (reseller_id, customer_id, instance_id, product_id, service_name, subject, category, priority, state, shared, opened_by, opener_membership_id,
                              opened_by_name, opened_side, created_at, updated_at)
         values ($1, $2, $5, 'microsoft-365', 'Microsoft 365', 'Mails do not arrive', 'Technical', 'Normal', 'New', false, $3, $4, 'Robin Tester', 'reseller', '2026-01-02', '2026-01-02')
         returning id`,
        [
          person.resellerId,
          await object("customerId"),
          person.personId,
          person.membershipId,
          await object("instanceId"),
        ],
      );
      return made!.id;
    },
  },
  fileId: {
    make: async ({ app, person, object }) => {
      const [made] = await app.sql<{ id: string }>(
        `with file as (insert into ticket_files (reseller_id, sent_by, name, media_type, bytes)
                       values ($1, $2, 'error.txt', 'text/plain', 'It broke') returning id),
              message as (insert into ticket_messages (reseller_id, ticket_id, audience, author_id, author_name, side, text, created_at)
                          values ($1, $3, 'everyone', $2, 'Robin Tester', 'reseller', 'See the file', '2026-01-02') returning id),
              attached as (insert into ticket_attachments (reseller_id, file_id, message_id, ticket_id)
                           select $1, file.id, message.id, $3 from file, message)
         select id from file`,
        [person.resellerId, person.personId, await object("ticketId")],
      );
      return made!.id;
    },
  },
  waitingFileId: {
    make: async ({ app, person }) => {
      const [made] = await app.sql<{ id: string }>(
        `insert into ticket_files (reseller_id, sent_by, name, media_type, bytes)
         values ($1, $2, 'error.txt', 'text/plain', 'It broke') returning id`,
        [person.resellerId, person.personId],
      );
      return made!.id;
    },
  },
};

/** Returns the object a field names, the same for `CustomerId` and `customerId`; undefined if it names none. */
export const objectName = (field: string): string | undefined => {
  const name = field.charAt(0).toLowerCase() + field.slice(1);
  return name in makers ? name : undefined;
};

export const isShared = (name: string) => makers[name]?.shared === true;

export function worldOf(app: TestApp, person: Person): World {
  const made = new Map<string, Promise<string>>();
  const world: World = {
    app,
    person,
    object(name) {
      const maker = makers[name];
      if (!maker)
        throw new Error(
          `Nobody knows what the parameter ${name} stands for: add a maker of that name to server/test/objects.ts`,
        );
      const known = made.get(name) ?? maker.make(world);
      made.set(name, known);
      return known;
    },
  };
  return world;
}
