import { sqlToday } from "./database.ts";
import { goodsReturned } from "./goods-to-send.ts";
import { addLetter, portOf } from "./number-ports.ts";
import { row, type Maker } from "./object-makers.ts";
import { monthly, quoteStory } from "./quote-story.ts";

/** The makers of services, orders, quotes, plans and what vendors have; `objects.ts` lists them with the others. */
export const orderingMakers: Record<string, Maker> = {
  serviceId: { make: async () => "8", shared: true },
  serviceRouteName: { make: async () => "office-365", shared: true },
  planId: {
    make: async ({ app, person, object }) => {
      const [plan] = await app.sql<{ id: string }>(
        `insert into plans (reseller_id, name, state, membership_id, made_by_name, made_at)
         values ($1, 'Two more each', 'ready', $2, 'Robin Tester', '2026-01-02') returning id`,
        [person.resellerId, person.membershipId],
      );
      await app.sql(
        `insert into plan_lines (reseller_id, plan_id, position, customer_id, product_id, instance_id, subscription_id, name, unit, change, before)
         select reseller_id, $2, 1, customer_id, product_id, instance_id, id, name, 'Licence',
           jsonb_build_object('Kind', 'setQuantity', 'Targets', jsonb_build_array(jsonb_build_object('Key', id, 'Quantity', 3))),
           jsonb_build_object('quantity', quantity, 'termEnd', term_end) from subscriptions
         where reseller_id = $1 and id = (select subscription_id from differences where id = $3)`,
        [person.resellerId, plan!.id, await object("differenceId")],
      );
      return plan!.id;
    },
  },
  basketLineId: {
    make: async ({ app, person, object }) => {
      const [line] = await app.sql<{ id: string }>(
        `insert into basket_lines (reseller_id, membership_id, customer_id, product_id, items, changed_at)
         select $1, $2, $3, 'microsoft-365', jsonb_build_array(jsonb_build_object('key', 'a', 'offerId', id, 'quantity', 2, 'addOnTo', null,
           'termUntil', null, 'attributes', '{}'::jsonb, 'name', name, 'unit', unit, 'term', term, 'billing', billing, 'minimum', 1, 'maximum', null,
           'unitCost', '10.00')), now() from offers where id = 'CFQ7TTC0LDPB:0001:P1M:monthly' returning id`,
        [person.resellerId, person.membershipId, await object("customerId")],
      );
      return line!.id;
    },
  },
  quoteId: {
    make: async ({ app, person, object }) => {
      const { draftFor, make } = quoteStory(app);
      // Nothing can be added to the customer's service before something of it is provided.
      await object("differenceId");
      return make(person, draftFor([await object("customerId")]));
    },
  },
  requestId: {
    make: async ({ app, person, object }) => {
      const [request] = await app.sql<{ id: string }>(
        `insert into requests (reseller_id, customer_id, product_id, change, details, what, note, proposal, membership_id, asked_by, asked_by_name,
           asked_as, asked_at, expires_on)
         values ($1, $2, 'microsoft-365', $4, '{}', 'Add 1 × Business Basic', '', $5, $3, $6, 'Robin Tester', 'colleagues', '2026-01-02', '2099-01-01')
         returning id`,
        [
          person.resellerId,
          await object("customerId"),
          person.membershipId,
          JSON.stringify({ Kind: "add", Lines: [{ Key: "a", OfferId: monthly, Quantity: 1 }] }),
          JSON.stringify({
            Hash: "a".repeat(64),
            Currency: "GBP",
            ChargeNow: null,
            Lines: [],
            Upcoming: [],
            Margin: null,
            Commitment: null,
            UndoUntil: null,
            After: [],
            Findings: [],
          }),
          person.personId,
        ],
      );
      return request!.id;
    },
  },
  listId: { make: async () => "subscriptions", shared: true },
  /** The subscription that a difference is of. */
  detailId: {
    make: async ({ app, object }) => {
      const [found] = await app.sql<{ id: string }>("select subscription_id as id from differences where id = $1", [
        await object("differenceId"),
      ]);
      return found!.id;
    },
  },
  position: { make: async () => "1", shared: true },
  instanceId: {
    make: row(
      `insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       values ($1, $2, 'microsoft-365', 'Active', '2026-01-02', '2026-01-02') returning id`,
      "customerId",
    ),
  },
  azureSubscriptionId: {
    make: row(
      `insert into azure_subscriptions (reseller_id, customer_id, product_id, fulfiller, vendor_ref, name, is_active, listed_on, currency, whole_until)
       values ($1, $2, 'azure', 'microsoft', uuidv7()::text, 'Shop', true, '2026-01-02', 'GBP', '2026-01-01') returning id`,
      "customerId",
    ),
  },
  formId: { make: async () => "mail-domain", shared: true },
  actionId: { make: async () => "renewal-contact", shared: true },
  orderId: {
    make: row(
      `insert into orders (reseller_id, customer_id, instance_id, product_id, journey, task, status, placed_at, placed_by_name)
       values ($1, $2, $3, 'microsoft-365', 'Add', 'add', 'Failed', '2026-01-02', 'Robin Tester') returning id`,
      "customerId",
      "instanceId",
    ),
  },
  vendorInvoiceId: {
    make: row(
      `insert into vendor_invoices (vendor, ref, currency, issued_on, period_from, period_until, read_at, lines, ours_minor, theirs_minor)
       values ('microsoft', 'G' || uuidv7() || $1::text, 'GBP', '2026-02-08', '2026-01-01', '2026-02-01', '2026-02-08', 1, 1000, 1100) returning id`,
    ),
    shared: true,
  },
  /** £10.00 that came in. */
  bankLineId: {
    make: row(
      `with made as (
         insert into bank_statements (legal_entity_id, currency, closed_on, opening_minor, closing_minor, file_name, file_hash, position, lines,
           known_lines, imported_by, imported_at)
         select id, 'GBP', '2026-02-01', 0, 1000, 'day.sta', uuid_send(uuidv7()), 0, 1, 0, 'Robin Tester', '2026-02-02' from legal_entities limit 1
         returning id, legal_entity_id)
       insert into bank_lines (statement_id, legal_entity_id, currency, booked_on, amount_minor, is_reversal, payer, words, mentions, ordinal, state)
       select id, legal_entity_id, 'GBP', '2026-02-01', 1000, false, 'Acme Dental', id || $1::text, '{}', 1, 'open' from made returning id`,
    ),
    shared: true,
  },
  /** £50.00 at a gateway that nobody here paid. */
  gatewayDifferenceId: {
    make: row(
      `insert into gateway_differences (gateway, cause, ref, theirs_minor, ours_minor, currency, since)
       values ('stripe', 'unknownPayment', 'pi_' || uuidv7() || $1::text, 5000, 0, 'GBP', '2026-02-08') returning id`,
    ),
    shared: true,
  },
  /** A licence more billed than owed. */
  billDifferenceId: {
    make: row(
      `insert into vendor_bill_differences (invoice_id, kind, charge, vendor_ref, name, customer_name, period_from, period_until,
         ours_quantity, ours_unit, ours_minor, theirs_quantity, theirs_unit, theirs_minor, currency)
       values ($2, 'quantity', 'period', 'at-vendor' || $1::text, 'Microsoft 365 Business Basic', 'Acme Dental', '2026-01-10', '2026-02-10',
         10, 1, 1000, 11, 1, 1100, 'GBP') returning id`,
      "vendorInvoiceId",
    ),
    shared: true,
  },
  /** Two licences more at the vendor than with us. */
  differenceId: {
    make: row(
      `with bought as (
         insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
           quantity, status, anchor_day, term_from, term_until, lots, term_end, policy_ids, vendor_ref)
         select $1, $2, $3, product_id, id, sku, name, term, billing, 'GBP', 10, 5, 'active', 1, '2026-01-01', ${sqlToday} + 10,
           '[{"quantity": 5, "openedAt": "2026-01-01T00:00:00.000Z", "refundableUntil": null}]',
           '{"outcome": "renew", "offerId": null, "quantity": null}',
           jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id), 'at-vendor'
         from offers where id = 'CFQ7TTC0LCHC:0002:P1Y:monthly' returning *),
       begun as (
         insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data)
         select reseller_id, id, '2026-01-01', '2026-01-01', 'started', jsonb_build_object('productId', product_id, 'offerId', offer_id, 'sku', sku,
           'name', name, 'parentKey', null, 'term', term, 'billing', billing, 'currency', currency, 'unitCost', '10.00', 'customerPrice', null,
           'quantity', quantity, 'anchorDay', 1, 'termFrom', term_from, 'termUntil', term_until, 'termEnd', term_end, 'policyIds', policy_ids,
           'refundableUntil', null) from bought)
       insert into differences (reseller_id, customer_id, subscription_id, product_id, fulfiller, tenant_ref, vendor_ref, name, unit, kind, ours, theirs, since)
       select $1, $2, id, product_id, 'microsoft', 'tenant', id::text, name, 'Licence', 'quantity', '5', '7', '2026-01-02' from bought returning id`,
      "customerId",
      "instanceId",
    ),
  },
  tenantRequestId: {
    make: row(
      `insert into tenant_requests (reseller_id, customer_id, fulfiller, state, tenant_ref, requested_by, created_at, since)
       values ($1, $2, 'microsoft', 'released', 'tenant', 'Robin Tester', '2026-01-02', '2026-01-02') returning id`,
      "customerId",
    ),
  },
  adminRelationshipId: {
    make: row(
      `insert into admin_relationships (reseller_id, customer_id, fulfiller, tenant_ref, roles, days, extends_itself, status, requested_by, created_at, since)
       values ($1, $2, 'microsoft', 'tenant', '{role}', 30, false, 'expired', 'Robin Tester', '2026-01-02', '2026-01-02') returning id`,
      "customerId",
    ),
  },
  consoleLinkId: {
    make: async ({ app, person, object }) => {
      const [link] = await app.sql<{ id: string }>(
        `insert into console_links (reseller_id, customer_id, product_id, fulfiller, membership_id)
         values ($1, $2, 'acronis-backup', 'acronis', $3) returning id`,
        [person.resellerId, await object("customerId"), person.membershipId],
      );
      return link!.id;
    },
  },
  transferId: {
    make: row(
      `insert into transfers (reseller_id, customer_id, fulfiller, tenant_ref, state, partner_ref, partner_name, customer_email, requested_by, created_at, since)
       values ($1, $2, 'microsoft', 'tenant', 'withdrawn', 'partner', 'Northwind', 'ada@acme.example', 'Robin Tester', '2026-01-02', '2026-01-02')
       returning id`,
      "customerId",
    ),
  },
  resourceId: {
    make: row(
      `insert into resources (reseller_id, customer_id, product_id, subscription_id, kind, code, since)
       select reseller_id, customer_id, product_id, id, 'key', uuidv7()::text, '2026-01-02' from subscriptions
       where reseller_id = $1 and id = (select subscription_id from differences where id = $2) returning id`,
      "differenceId",
    ),
  },
  numberRangeId: {
    make: async ({ app }) => {
      const [first] = crypto.getRandomValues(new Uint32Array(1));
      const [made] = await app.sql<{ id: string }>(
        "insert into number_ranges (area_code, numbers, added_at) values ('0191', int8range($1::bigint, $1::bigint + 10), now()) returning id",
        [440_000_000_000 + first! * 10],
      );
      return made!.id;
    },
    shared: true,
  },
  offerId: { make: async () => "CFQ7TTC0LH18:0001:P1Y:monthly", shared: true },
  priceImportId: {
    make: row(
      "insert into price_imports (file_name, from_date, share, made_by, made_at) select 'prices.csv', '2099-01-01', 0.85, 'Robin Tester', now() where $1::uuid is not null returning id",
    ),
    shared: true,
  },
  sku: { make: async () => "phone-t31p", shared: true },
  numberPortId: {
    make: async (world) => {
      const { id } = await portOf(world, world.person);
      await addLetter(world, world.person, id);
      return id;
    },
  },
  returnId: { make: (world) => goodsReturned(world, world.person) },
  workItemId: {
    make: row(
      `insert into work_items (reseller_id, customer_id, order_id, title, task, created_at)
       values ($1, $2, $3, 'Ship two handsets', '{"lines": [], "details": {}}', '2026-01-02') returning id`,
      "customerId",
      "orderId",
    ),
  },
};
