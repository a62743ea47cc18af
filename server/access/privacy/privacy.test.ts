import { personalData } from "@tradewind/contract/access/privacy.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { jump } from "@tradewind/contract/access/jump.ts";
import { expect, test } from "vitest";
import { eraseStaff } from "./privacy.actions.ts";
import { worldOf } from "../../test/objects.ts";
import { addCustomerOf } from "../../test/order-story.ts";
import { innocent, suspicious } from "../../test/personal-columns.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const operator = await app.signInOperator();

type Mapped = {
  position: number;
  source: string;
  of_person: string;
  given: string[];
  others: string[];
  fate: string;
  change: Record<string, string> | null;
};
const map = await app.sql<Mapped>("select * from personal_data order by position");

test("every column that names a person is classed: given, erased, or kept for a reason", async () => {
  const columns = await app.sql<{ table: string; column: string; leads: boolean }>(
    `select c.table_name as table, c.column_name as column, exists (
       select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
       where k.contype = 'f' and k.conrelid = format('public.%I', c.table_name)::regclass and a.attname = c.column_name
         and a.attname <> 'reseller_id' and k.confrelid in ('people'::regclass, 'memberships'::regclass, 'operators'::regclass)) as leads
     from information_schema.columns c join pg_tables t on t.schemaname = 'public' and t.tablename = c.table_name
     where c.table_schema = 'public' and c.table_name not in ('personal_data') order by 1, 2`,
  );
  const classed = new Set(
    map.flatMap(({ source, given, others, change }) =>
      [...given, ...others, ...Object.keys(change ?? {})].map((column) => `${source}.${column}`),
    ),
  );
  const found = columns
    .filter(({ column, leads }) => leads || suspicious.test(column))
    .map(({ table, column }) => `${table}.${column}`);
  const kept = found.filter((name) => !classed.has(name) && !innocent.has(name));
  expect(kept, "columns that personal_data does not class: say so in the migration that adds them").toEqual([]);
  const all = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  expect(
    [...classed].filter((name) => !all.has(name)),
    "columns that are no more",
  ).toEqual([]);
});

/** A person with a name that nobody else has, and something of theirs in every part of the map. */
async function everywhere() {
  const colleague = await app.signIn();
  const { resellerId } = colleague;
  const customerId = await addCustomerOf(app, colleague);
  const person = await app.signIn({ resellerId });
  const [{ name, email }] = (await app.sql<{ name: string; email: string }>(
    `with renamed as (update people set user_name = 'zebulon-' || id || '@quagga.example', password_hash = 'x' where id = $1 returning user_name)
     update memberships set first_name = 'Zebulon', last_name = 'Quagga', email = user_name, telephone = '0199 4711', job_title = 'Keeper of quaggas'
     from renamed where person_id = $1 returning name, email`,
    [person.personId],
  )) as [{ name: string; email: string }];
  const values = {
    reseller: resellerId,
    person: person.personId,
    membership: person.membershipId,
    customer: customerId,
    invoice: await worldOf(app, colleague).object("invoiceId"),
    name,
    email,
  };
  const run = (text: string) =>
    app.sql(text.replaceAll(/:(\w+)/g, (_, key: keyof typeof values) => `'${values[key]}'`));
  await run(
    "insert into invitations (reseller_id, kind, first_name, last_name, email, views, permissions, can_agree, invited_by, expires_at, accepted_at) values (:reseller, 'engineer', 'Zebulon', 'Quagga', :email, '{}', '{}', false, 'Robin', now(), now())",
  );
  await run(
    "insert into invitations (reseller_id, kind, first_name, last_name, email, views, permissions, can_agree, invited_by, inviter_id, expires_at) values (:reseller, 'engineer', 'A', 'B', 'else@example.com', '{}', '{}', false, :name, :membership, now())",
  );
  await run(
    "insert into partner_applications (company_name, contact_name, email, telephone, country, created_at) values ('Quay', :name, :email, '0199 4711', 'GB', now())",
  );
  await run("update sessions set ip = '192.0.2.99', user_agent = 'Zebra/1' where person_id = :person");
  await run("insert into known_devices (person_id, device_hash) values (:person, sha256(uuid_send(:person)))");
  await run("insert into factors (person_id, id, secret, last_step) values (:person, :person, 'x', 0)");
  await run("insert into factor_setups (person_id, id, secret, until) values (:person, :person, 'x', now())");
  await run("insert into recovery_codes (person_id, code_hash) values (:person, sha256('x'))");
  await run(
    "insert into passkeys (person_id, rp_id, credential_id, public_key, counter, backed_up, name) values (:person, 'x', :person, 'x', 0, false, 'Phone of Quagga')",
  );
  await run(
    "insert into passkey_challenges (challenge, purpose, person_id, origin, until) values (:person, 'add', :person, 'x', now())",
  );
  await run("insert into password_history (person_id, hash) values (:person, 'x')");
  await run(
    "insert into password_keys (hash, person_id, purpose, expires_at) values (sha256(uuid_send(:person)), :person, 'mail', now())",
  );
  await run(
    "insert into linked_identities (provider, issuer, subject, person_id) values ('sso', 'x', :email, :person)",
  );
  await run(
    "insert into api_tokens (reseller_id, person_id, membership_id, made_by, name, scopes, hash, hint, expires_at, used_from) values (:reseller, :person, :membership, :name, 'Of Quagga', '{x}', sha256(uuid_send(:person)), '', now(), '{192.0.2.99}')",
  );
  await run(
    `insert into api_tokens (reseller_id, person_id, membership_id, made_by, name, scopes, hash, hint, expires_at, revoked_at, revoked_by)
     select :reseller, person_id, id, 'Robin Tester', 'Old', '{x}', sha256(uuid_send(id)), '', now(), now(), :name
     from memberships where reseller_id = :reseller and person_id <> :person limit 1`,
  );
  await run(
    "insert into company_identities (reseller_id, issuer, subject, person_id) values (:reseller, 'x', :email, :person)",
  );
  await run(
    "insert into company_providers (reseller_id, issuer, client_id, client_secret, role, set_up_by, changed_by, changed_at) values (:reseller, 'x', 'x', 'x', 'sales', :person, :name, now())",
  );
  await run(
    "with s as (insert into psa_syncs (reseller_id, kind, state, trigger_type, asked_by, asked_at, ended_at) values (:reseller, 'all', 'Completed', 'Manual', :name, now(), now())) insert into psa_connections (reseller_id, type, address, company, keys, agreement_type, enabled, changed_by, changed_at) values (:reseller, 6, 'https://x', 'x', 'x', '', false, :name, now())",
  );
  await run(
    "insert into scim_tokens (reseller_id, hash, hint, made_by, expires_at) values (:reseller, sha256(uuid_send(:person)), 'scim_', :name, now())",
  );
  await run(
    "insert into scim_people (reseller_id, membership_id, external_id, changed_at) values (:reseller, :membership, :email, now())",
  );
  await run(
    "with a as (insert into admin_relationships (reseller_id, customer_id, fulfiller, tenant_ref, roles, days, extends_itself, status, requested_by, created_at, since) values (:reseller, :customer, 'microsoft', 'x', '{x}', 30, false, 'expired', :name, now(), now())), t as (insert into transfers (reseller_id, customer_id, fulfiller, tenant_ref, partner_ref, partner_name, customer_email, requested_by, created_at, since) values (:reseller, :customer, 'microsoft', 'x', 'x', 'x', :email, :name, now(), now())) insert into tenant_requests (reseller_id, customer_id, fulfiller, requested_by, created_at, since) values (:reseller, :customer, 'microsoft', :name, now(), now())",
  );
  await run(
    "with a as (insert into announcements (kind, title, body, starts_at, created_by, created_at) values ('banner', 'x', 'x', now(), 'Olive', now()) returning id) insert into announcement_answers (person_id, announcement_id) select :person, id from a",
  );
  await run(
    "with c as (insert into console_links (reseller_id, customer_id, product_id, fulfiller, membership_id) values (:reseller, :customer, 'acronis-backup', 'acronis', :membership)), o as (insert into opt_outs (person_id, kind) values (:person, 'surveys')), f as (insert into favourite_products values (:reseller, :membership, 'vade')), m as (insert into membership_customers (reseller_id, membership_id, customer_id) values (:reseller, :membership, :customer)), p as (insert into payments (reseller_id, invoice_id, amount_minor, currency, kind, gateway, idempotency_key, created_by, created_at, changed_at) values (:reseller, :invoice, 100, 'GBP', 'card', 'stripe', 'x', :name, now(), now())), v as (insert into payment_methods (reseller_id, kind, gateway, gateway_ref, brand, created_by, created_at) values (:reseller, 'card', 'zuora', :person, 'Visa', :name, now())), w as (insert into credit_codes (hash, hint, amount_minor, currency, valid_until, reason, issued_by, issued_by_id, issued_at, needs_approval) values ('x', 'ABCD', 100, 'GBP', '2099-01-01', 'x', :name, :person, now(), false) returning id), r as (insert into credit_grants (reseller_id, code_id, hint, reason, redeemed_by, redeemed_at) select :reseller, id, 'ABCD', 'x', :name, now() from w), m2 as (insert into month_closings (month, did, tasks, done_by, done_by_id, done_at) values ('2020-01-01', 'closed', '{}', :name, :person, now())), n2 as (insert into line_credits (reseller_id, invoice_id, reason, words, net_minor, vat_minor, currency, entered_by, entered_by_id, entered_at, needs_approval) values (:reseller, :invoice, 'agreed', 'x', 100, 20, 'GBP', :name, :person, now(), true)), n as (insert into write_offs (reseller_id, invoice_id, kind, amount_minor, currency, reason, entered_by, entered_by_id, entered_at, needs_approval) values (:reseller, :invoice, 'badDebt', 100, 'GBP', 'x', :name, :person, now(), true)), d as (insert into mandates (reseller_id, provider, prepared_ref, scheme, created_by, created_at, changed_at) values (:reseller, 'gocardless', 'x', 'bacs', :name, now(), now())), k as (insert into basket_lines (reseller_id, membership_id, customer_id, product_id, items, changed_at) values (:reseller, :membership, :customer, 'vade', '[]', now())), q as (insert into requests (reseller_id, customer_id, product_id, change, details, what, note, proposal, membership_id, asked_by, asked_by_name, asked_as, asked_at, expires_on) values (:reseller, :customer, 'vade', '{}', '{}', 'x', 'x', '{}', :membership, :person, :name, 'colleagues', now(), '2099-01-01')), g as (insert into download_guids (reseller_id, membership_id, download_id) values (:reseller, :membership, 'vat')), g2 as (insert into report_runs (reseller_id, membership_id, download_id, options, currency, asked_at) values (:reseller, :membership, 'vat', '{}', 'GBP', now())) insert into quick_links (reseller_id, membership_id, links) values (:reseller, :membership, '{}')",
  );
  await run(
    "with d as (insert into drafts (reseller_id, membership_id, form, value, saved_at) values (:reseller, :membership, 'quote', '{}', now())) insert into notifications (reseller_id, membership_id, category, content, view, created_at) values (:reseller, :membership, 'Orders', 'x', 1, now())",
  );
  await run(
    "insert into ratings (reseller_id, membership_id, feature_id, comments, created_at) select :reseller, :membership, id, 'Says Quagga', now() from rating_features limit 1",
  );
  await run(
    "insert into idempotency (reseller_id, person_id, key, operation, body_hash, response) values (:reseller, :person, 'x', 'x', '', :name)",
  );
  await run(`with ticket as (
      insert into tickets (reseller_id, subject, category, priority, state, shared, opened_by, opener_membership_id, opened_by_name, opened_side, assignee_id, assignee_name, created_at, updated_at)
      values (:reseller, 'From Zebulon Quagga', 'Other', 'Low', 'New', false, :person, :membership, :name, 'reseller', :person, :name, now(), now()) returning id),
    message as (insert into ticket_messages (reseller_id, ticket_id, audience, author_id, author_name, side, text, created_at)
      select :reseller, id, 'everyone', :person, :name, 'reseller', 'Regards, Zebulon Quagga', now() from ticket),
    note as (insert into ticket_notes (reseller_id, ticket_id, author_id, author_name, text, created_at) select :reseller, id, :person, :name, 'x', now() from ticket),
    desk as (insert into desk_notes (reseller_id, ticket_id, author_id, author_name, text, created_at) select :reseller, id, :person, :name, 'x', now() from ticket)
    insert into ticket_states (reseller_id, ticket_id, state, who, at) select :reseller, id, 'New', 'Olive Operator for Zebulon Quagga', now() from ticket`);
  await run(
    "insert into ticket_files (reseller_id, sent_by, name, media_type, bytes) values (:reseller, :person, 'a.txt', 'text/plain', 'hello')",
  );
  await run(
    "with i as (insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at) values (:reseller, :customer, 'microsoft-365', 'Active', now(), now()) returning id) insert into orders (reseller_id, customer_id, instance_id, product_id, journey, task, status, details, memo, placed_at, placed_by, placed_by_name) select :reseller, :customer, id, 'microsoft-365', 'Add', 'add', 'Completed', '{}', '{}', now(), :person, :name from i",
  );
  await run(
    `with w as (insert into psa_writes (reseller_id, source, report, key, kind, agreement_ref, line_ref, product_ref, name, seen_quantity, target_quantity, on_day, asked_by, asked_at)
       values (:reseller, 'x', 'movement', 'x', 'quantity', '1', '1', '1', 'x', 1, 2, now(), :name, now()))
     insert into psa_ignored_orders (reseller_id, order_id, ignored_by, ignored_at) select :reseller, id, :name, now() from orders where reseller_id = :reseller limit 1`,
  );
  await run(
    "insert into business_requests (reseller_id, name, before_name, asked_by, asked_at, decided_by, decided_at, status) values (:reseller, 'x', 'x', :name, now(), :name, now(), 'Withdrawn')",
  );
  await run(
    "insert into plans (reseller_id, name, state, membership_id, made_by, made_by_name, made_at) values (:reseller, 'x', 'ready', :membership, :person, :name, now())",
  );
  await run(
    "insert into quotes (reseller_id, number, title, message, recipient_name, recipient_email, currency, valid_until, state, maker_membership_id, membership_id, made_by, made_by_name, made_at, changed_at, sent_by_name, sent_at, behind, signer_name, signer_ip, signer_device, decline_reason) values (:reseller, 1, 'x', 'Dear Ada', :name, :email, 'GBP', '2026-12-31', 'accepted', :membership, :membership, :person, :name, now(), now(), :name, now(), :name, :name, '192.0.2.99', 'Zebra/1', 'Too dear')",
  );
  await run(
    `with i as (insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at) values (:reseller, :customer, 'hosted-voice', 'Active', now(), now()) returning id),
      s as (insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost, quantity, status, anchor_day, term_from, lots, term_end, policy_ids)
        select :reseller, :customer, id, 'hosted-voice', 'x', 'x', 'x', 'none', 'monthly', 'GBP', 1, 1, 'active', 1, '2026-01-01', '[]', '{}', '{}' from i returning id),
      n as (insert into number_ports (reseller_id, customer_id, product_id, instance_id, subscription_id, line, is_part_of_range, provider, account_number, main_number, billing_postcode, signed_by, signed_on, wished_on, quantity, currency, policy_id, steps, asked_by, asked_at)
        select :reseller, :customer, 'hosted-voice', i.id, s.id, 'single', false, 'x', 'x', 'x', 'x', :name, '2026-01-01', '2026-01-01', 1, 'GBP', (select id from policies where kind = 'port' limit 1), '{}', :name, now() from i, s returning id),
      e as (insert into number_port_events (reseller_id, port_id, customer_id, product_id, kind, who, at) select :reseller, id, :customer, 'hosted-voice', 'requested', :name, now() from n),
      f as (insert into ticket_files (reseller_id, sent_by, name, media_type, bytes) values (:reseller, :person, 'letter.pdf', 'application/pdf', '%PDF-1.7') returning id),
      l as (insert into number_port_letters (reseller_id, port_id, customer_id, product_id, file_id, who, at) select :reseller, n.id, :customer, 'hosted-voice', f.id, :name, now() from n, f),
      p as (insert into customer_people (reseller_id, customer_id, name, email, added_at) values (:reseller, :customer, :name, lower(:email), now()) returning id)
    insert into assignments (reseller_id, customer_id, product_id, subscription_id, person_id, state, since) select :reseller, :customer, 'hosted-voice', s.id, p.id, 'there', now() from s, p`,
  );
  await run(
    "insert into differences (reseller_id, customer_id, fulfiller, tenant_ref, vendor_ref, name, unit, kind, ours, theirs, state, since, decided_by, decided_at) values (:reseller, :customer, 'microsoft', 'x', 'x', 'x', 'Licence', 'unknown', '0', '1', 'accepted', now(), :name, now())",
  );
  await run(
    `with i as (insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at) values (:reseller, :customer, 'microsoft-365', 'Active', now(), now()) returning id),
      s as (insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost, quantity, status, anchor_day, term_from, lots, term_end, policy_ids)
        select :reseller, :customer, id, 'microsoft-365', 'x', 'x', 'x', 'P1Y', 'monthly', 'GBP', 1, 1, 'active', 1, '2026-01-01', '[]', '{}', '{}' from i returning id)
    insert into intents (reseller_id, customer_id, product_id, subscription_id, kind, wish, counts_from, set_by, set_at, since) select :reseller, :customer, 'microsoft-365', id, 'termEnd', '{}', '2027-01-01', :name, now(), now() from s`,
  );
  await run(
    "insert into activity (reseller_id, at, person_id, who, object_kind, object_id, action, what, ip, device) values (:reseller, now(), :person, :name, 'person', :person, 'signIn', 'Zebulon Quagga signed in', '192.0.2.99', 'Zebra/1')",
  );
  await run(
    "with d as (insert into documents (reseller_id, kind, name, media_type, bytes, sha256, created_at) values (:reseller, 'agreement', 'x', 'x', 'x', encode(sha256('x'), 'hex'), now()) returning id), i as (insert into signature_images (reseller_id, membership_id, png, created_at) values (:reseller, :membership, 'x', now()) returning id) insert into agreement_signatures (reseller_id, agreement_id, version, text_hash, membership_id, signer_name, job_title, signature_image_id, signed_at, ip, document_id) select :reseller, a.id, a.version, a.text_hash, :membership, :name, 'Keeper of quaggas', i.id, now(), '192.0.2.99', d.id from d, i, (select * from agreements limit 1) a",
  );
  await run(
    `with line as (insert into goods_lines (reseller_id, subscription_id, order_id, customer_id, product_id, sku, ordered, dispatched, waits_since, reserve_days)
      select s.reseller_id, s.id, o.id, s.customer_id, s.product_id, s.sku, 1, 1, now(), 30 from subscriptions s join orders o on o.reseller_id = s.reseller_id
      where s.reseller_id = :reseller limit 1 returning *)
    insert into returns (reseller_id, customer_id, product_id, order_id, subscription_id, quantity, reason, wants, currency, asked_by, asked_at)
    select reseller_id, customer_id, product_id, order_id, subscription_id, 1, 'faulty', 'credit', 'GBP', :name, now() from line`,
  );
  await run("update resellers set contact_name = :name, contact_email = :email where id = :reseller");
  await run("update customers set contact_name = :name, contact_email = :email where id = :customer");
  return { colleague, person, name, email, customerId };
}

/** Parts that only the operator's staff can have something in. */
const ofStaff = [
  "Goods they dispatched",
  "Stock they moved",
  "Lines of vendors’ invoices they settled",
  "Name and address as the operator’s staff",
  "Orders they work on",
  "Applications they decided",
  "Announcements they wrote",
  "Features they switched",
  "Hosts they gave and took",
  "Domains they approved",
  "Price lists they imported",
  "Steps of work they ticked",
  "What they did and noted about work",
];

type File = {
  About: string;
  Person: { Id: string; Name: string; UserName: string };
  Parts: { What: string; Table: string; Rows: Record<string, unknown>[] }[];
};
const fileOf = (answer: { text: string }) => JSON.parse(answer.text) as File;

/** Every place of the database that says something in plain text, as `table: row`. */
async function placesOf(text: RegExp): Promise<string[]> {
  const tables = await app.sql<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  const looks = tables.map(
    ({ name }) => `select '${name}' as name where exists (select from ${name} t where t::text ~* $1)`,
  );
  const places = await app.sql<{ name: string }>(looks.join(" union all "), [text.source]);
  return places.map(({ name }) => name).toSorted();
}

test("a person gets everything that is held about them, in one file, and erasing leaves only what the law and companies keep", async () => {
  const { colleague, person, email, customerId } = await everywhere();
  const all = map.filter(({ fate, given }) => fate !== "nobody" && given.length > 0);
  const answer = await app.call(person, personalData.own);
  expect(answer.headers["content-disposition"]).toMatch(/"Personal data \d{4}-\d\d-\d\d\.json"$/);
  const own = fileOf(answer);
  expect(own.Person).toEqual({ Id: person.personId, Name: "Zebulon Quagga", UserName: email });
  expect(own.About).toContain(`Everything that this portal holds about Zebulon Quagga (${email}) on `);
  const titles = await app.sql<{ title: string }>(
    "select title from personal_data where fate <> 'nobody' and given <> '{}' order by position",
  );
  expect(own.Parts.map(({ What }) => What)).toEqual(
    titles.map(({ title }) => title).filter((title) => !ofStaff.includes(title)),
  );
  for (const { What, Table, Rows } of own.Parts) {
    const { given } = all.find(
      ({ source, position }) =>
        source === Table && titles[all.findIndex((each) => each.position === position)]!.title === What,
    )!;
    expect({ What, columns: Object.keys(Rows[0]!).toSorted() }).toEqual({ What, columns: given.toSorted() });
  }
  expect(own.Parts.find(({ Table }) => Table === "ticket_files")!.Rows).toMatchObject([
    { name: "a.txt", bytes: btoa("hello") },
    { name: "letter.pdf", bytes: btoa("%PDF-1.7") },
  ]);
  expect(JSON.stringify(own)).not.toMatch(/password_hash|secret/);
  const params = { userId: person.membershipId };
  expect(fileOf(await app.call(colleague, personalData.ofUser, { params })).Parts.length).toBe(own.Parts.length);
  const ofAnybody = { params: { membershipId: person.membershipId } };
  expect(fileOf(await app.call(operator, personalData.ofAnybody, ofAnybody)).Parts.length).toBe(own.Parts.length);

  const preview = (await app.call(colleague, personalData.previewUser, { params })).Result!;
  expect(preview.Refused).toBeNull();
  expect(preview.Deleted).toContainEqual({ What: "Passkeys", Count: 1 });
  expect(preview.Unnamed).toContainEqual({ What: "Messages in tickets", Count: 1 });
  expect(preview.Kept).toContainEqual({
    What: "Agreements they signed",
    Count: 1,
    Why: expect.stringContaining("law"),
  });
  expect((await app.call(operator, personalData.previewAnybody, ofAnybody)).Result).toEqual(preview);

  expect((await app.call(colleague, personalData.eraseUser, { params })).Error).toBeNull();
  expect(await placesOf(/quagga|192\.0\.2\.99|Zebra\/1|0199 4711/i)).toEqual([
    "agreement_signatures",
    "customers",
    "quotes",
    "resellers",
  ]);
  expect((await app.call(person, session.current)).status).toBe(401);
  expect(
    await app.sql("select opened_by_name, assignee_name, subject from tickets where opened_by = $1", [person.personId]),
  ).toEqual([{ opened_by_name: "Erased person", assignee_name: "Erased person", subject: "From Erased person" }]);
  expect(await app.sql("select who from ticket_states where reseller_id = $1", [person.resellerId])).toEqual([
    { who: "Olive Operator for Erased person" },
  ]);
  expect(await app.sql("select name, status from memberships where id = $1", [person.membershipId])).toEqual([
    { name: "Erased person", status: "Suspended" },
  ]);
  expect(await app.sql("select id from sessions where person_id = $1", [person.personId])).toEqual([]);
  expect((await app.call(colleague, users.byId, { params })).status).toBe(404);
  expect((await app.call(colleague, users.list)).Result!.Items.map(({ Id }) => Id)).toEqual([colleague.membershipId]);
  expect((await app.call(operator, jump.people, { query: { Search: "erased" } })).Result!.Items).toEqual([]);
  expect(
    await app.sql("select action, what from activity where reseller_id = $1 and action = 'users.erase'", [
      person.resellerId,
    ]),
  ).toEqual([{ action: "users.erase", what: expect.not.stringContaining("Quagga") }]);
  expect((await app.call(colleague, personalData.eraseUser, { params })).status, "a second time").toBe(404);
  expect(await app.sql("select user_count from customers where id = $1", [customerId])).toEqual([{ user_count: 0 }]);
  // The address is free for somebody new.
  const next = await app.signIn({ resellerId: person.resellerId });
  await app.sql("update people set user_name = $2 where id = $1", [next.personId, email]);
});

test("an erased end user counts no more among their customer's", async () => {
  const colleague = await app.signIn();
  const customerId = await addCustomerOf(app, colleague);
  const ids = [
    await app.signIn({ kind: "endUser", resellerId: colleague.resellerId, customerId }),
    await app.signIn({ kind: "endUser", resellerId: colleague.resellerId, customerId }),
  ];
  await app.call(colleague, personalData.eraseUser, { params: { userId: ids[0]!.membershipId } });
  expect(await app.sql("select user_count from customers where id = $1", [customerId])).toEqual([{ user_count: 1 }]);
});

const erase = (by: Person, who: Person) =>
  app.call(by, personalData.eraseUser, { params: { userId: who.membershipId } });

test("nobody erases themselves, somebody with more rights, or who acts for others as well", async () => {
  const owner = await app.signIn();
  const { resellerId } = owner;
  expect(await erase(owner, owner)).toMatchObject({ status: 409, Error: "notYourself" });
  const weaker = await app.signIn({ kind: "reseller", resellerId, rights: ["manageUsers", "createResellerEngineer"] });
  expect(await erase(weaker, owner)).toMatchObject({ status: 403 });
  const stranger = await app.signIn();
  expect((await erase(stranger, owner)).status).toBe(404);
  const engineer = await app.signIn({ kind: "engineer", resellerId });
  await app.sql(
    "insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, created_at) values ($1, $2, 'engineer', 'A', 'B', '', now())",
    [stranger.resellerId, engineer.personId],
  );
  const params = { userId: engineer.membershipId };
  expect(await erase(owner, engineer)).toMatchObject({ status: 409, Error: "actsElsewhere" });
  expect((await app.call(owner, personalData.ofUser, { params })).status).toBe(409);
  expect((await app.call(owner, personalData.previewUser, { params })).Result!.Refused).toContain(
    "also acts for others",
  );
  const whole = await app.call(operator, personalData.eraseAnybody, {
    params: { membershipId: engineer.membershipId },
  });
  expect(whole.Error).toBeNull();
  expect(await app.sql("select name from memberships where person_id = $1", [engineer.personId])).toEqual([
    { name: "Erased person" },
    { name: "Erased person" },
  ]);
});

test("a company keeps somebody who manages its people, also when the operator erases two at the same moment", async () => {
  const one = await app.signIn();
  const by = (who: Person) =>
    app.call(operator, personalData.eraseAnybody, { params: { membershipId: who.membershipId } });
  expect(await by(one)).toMatchObject({ status: 409, Error: "lastAdministrator" });
  const preview = await app.call(operator, personalData.previewAnybody, { params: { membershipId: one.membershipId } });
  expect(preview.Result!.Refused).toContain("Nobody else manages");
  const answers = await Promise.all([by(one), by(await app.signIn({ resellerId: one.resellerId }))]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("a member of the operator's staff is erased by the command, signed out at once, and signs in no more", async () => {
  const staff = await app.signInOperator();
  const eraseOf = (email: string) =>
    app.platform.database.write({ role: "app_identity" }, (tx) => eraseStaff(tx, email, app.platform.clock.now()));
  expect(await eraseOf("nobody@tradewind.example")).toBe(false);
  expect(await eraseOf((await app.signIn()).email), "somebody who is not of the staff").toBe(false);
  const [before] = await app.sql<{ user_name: string }>("select user_name from people where id = $1", [staff.personId]);
  await app.sql("insert into stock_levels (sku) values ('box')");
  await app.sql(
    "insert into stock_moves (sku, kind, from_place, to_place, quantity, moved_by, moved_at) select 'box', 'received', 'outside', 'free', 1, display_name, now() from operators where person_id = $1",
    [staff.personId],
  );
  expect(await eraseOf(before!.user_name)).toBe(true);
  expect(await app.sql("select moved_by from stock_moves where sku = 'box'")).toEqual([{ moved_by: "Erased person" }]);
  app.platform.sessions.forget(staff.sessionId);
  expect((await app.call(staff, session.current)).status).toBe(401);
  const [after] = await app.sql(
    "select o.display_name, o.email, p.password_hash, p.user_name = $2 as named from operators o join people p on p.id = o.person_id where p.id = $1",
    [staff.personId, before!.user_name],
  );
  expect(after).toEqual({ display_name: "Erased person", email: "", password_hash: null, named: false });
  expect(await eraseOf(before!.user_name)).toBe(false);
});
