import pg from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { testApp } from "../test/test-app.ts";
import { openDatabase } from "./database.ts";
import { pruneOld } from "./housekeeping.ts";
import { retentionOf } from "./retention.store.ts";

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());
const { resellerId, membershipId } = await app.signIn();

/** An invitation of a new person. */
const invitation = {
  reseller_id: `'${resellerId}'`,
  kind: "'engineer'",
  first_name: "'x'",
  last_name: "'x'",
  email: "person",
  views: "'{}'",
  permissions: "'{}'",
  can_agree: "false",
  invited_by: "'x'",
};

/** What is kept for how long since when, and what else a row needs: `person` is a new one. */
test.each<[table: string, life: string, since: string, row: Record<string, string>]>([
  ["events", "1 hour", "created_at", { reseller_id: `'${resellerId}'`, topics: "'{orders}'" }],
  [
    "idempotency",
    "3 days",
    "created_at",
    { reseller_id: `'${resellerId}'`, person_id: "person", key: "'1'", operation: "'x'", body_hash: "''" },
  ],
  ["sign_in_attempts", "1 hour", "until", { key: "person", count: "1" }],
  ["factor_setups", "1 hour", "until", { person_id: "person", id: "person", secret: "'x'" }],
  [
    "download_guids",
    "1 hour",
    "created_at",
    { reseller_id: `'${resellerId}'`, membership_id: `'${membershipId}'`, download_id: "'vat'" },
  ],
  [
    "payment_pages",
    "1 hour",
    "created_at",
    {
      reseller_id: `'${resellerId}'`,
      token: "person",
      kind: "'card'",
      account_ref: "'x'",
      tenant_id: "'x'",
      page_id: "'x'",
      url: "'x'",
      key: "'x'",
    },
  ],
  ["used_tickets", "1 hour", "used_at", { id: "person" }],
  ["password_keys", "1 hour", "expires_at", { hash: "uuid_send(person)", person_id: "person", purpose: "'mail'" }],
  ["used_robot_solutions", "1 hour", "expires_at", { nonce: "person" }],
  ["passkey_challenges", "1 hour", "until", { challenge: "person", purpose: "'signIn'", origin: "'x'" }],
  ["known_devices", "400 days", "last_seen_at", { person_id: "person", device_hash: "sha256(uuid_send(person))" }],
  [
    "notifications",
    "90 days",
    "created_at",
    {
      reseller_id: `'${resellerId}'`,
      membership_id: `'${membershipId}'`,
      category: "'Orders'",
      content: "'x'",
      view: "1",
    },
  ],
  [
    "ticket_files",
    "1 day",
    "created_at",
    { reseller_id: `'${resellerId}'`, sent_by: "person", name: "'x'", media_type: "'text/plain'", bytes: "'x'" },
  ],
  ["sessions", "90 days", "expires_at", { person_id: "person", revoked_at: "null" }],
  [
    "sso_transactions",
    "1 hour",
    "expires_at",
    {
      provider: "'sso'",
      state_hash: "uuid_send(person)",
      browser_hash: "uuid_send(person)",
      nonce: "'x'",
      verifier: "'x'",
    },
  ],
  ["archive_access_links", "30 days", "expires_at", { access_type: "person", token_hash: "uuid_send(person)" }],
  ["invitations", "90 days", "expires_at", invitation],
  ["invitations", "90 days", "withdrawn_at", { ...invitation, expires_at: "now()" }],
  ["invitations", "2557 days", "accepted_at", { ...invitation, expires_at: "'2001-01-01'" }],
  [
    "partner_applications",
    "365 days",
    "decided_at",
    {
      company_name: "'x'",
      contact_name: "'x'",
      email: "person",
      telephone: "'1'",
      country: "'GB'",
      status: "'Declined'",
      created_at: "'2001-01-01'",
    },
  ],
  [
    "ratings",
    "730 days",
    "created_at",
    {
      reseller_id: `'${resellerId}'`,
      membership_id: `'${membershipId}'`,
      feature_id: "(select id from rating_features limit 1)",
      comments: "''",
    },
  ],
  ["flag_changes", "2557 days", "at", { flag: "(select name from feature_flags limit 1)", who: "'x'", what: "'x'" }],
  ["portal_host_changes", "2557 days", "at", { who: "'x'", what: "'x'" }],
  [
    "signature_images",
    "1 day",
    "created_at",
    { reseller_id: `'${resellerId}'`, membership_id: `'${membershipId}'`, png: "'x'" },
  ],
  [
    "webhook_inbox",
    "30 days",
    "received_at",
    { vendor: "'microsoft'", event_id: "person", headers: "'{}'", body: "'x'", state: "'read'" },
  ],
])("of %s what is older than %s is removed, and the rest kept", async (table, life, since, row) => {
  const add = (at: string) =>
    app.sql(
      `with someone as (insert into people (user_name) values (gen_random_uuid()) returning id as person)
       insert into ${table} (${[since, ...Object.keys(row)].join(", ")})
       select ${[at, ...Object.values(row)].join(", ")} from someone`,
    );
  await add(`now() - interval '${life}' - interval '1 minute'`);
  await add(`now() - interval '${life}' + interval '1 minute'`);
  await pruneOld({ ...app.platform, database });
  expect(
    await app.sql(
      `select distinct ${since} > now() - interval '${life}' as young from ${table} where ${since} is not null`,
    ),
  ).toEqual([{ young: true }]);
});

test("a webhook that waits is kept, however old", async () => {
  await app.sql("update webhook_inbox set state = 'waiting', received_at = now() - interval '1 year'");
  await pruneOld({ ...app.platform, database });
  expect(await app.sql("select state from webhook_inbox")).toEqual([{ state: "waiting" }]);
});

test("what a long outage left is caught up with at once, in transactions of a thousand rows; a locked table is passed over", async () => {
  const count = async () => (await app.sql<{ n: number }>("select count(*)::int as n from events"))[0]!.n;
  await app.sql(
    "insert into events (reseller_id, topics, created_at) select $1, '{orders}', now() - interval '2 days' from generate_series(1, 2500)",
    [resellerId],
  );
  const another = new pg.Client(app.database.adminUrl);
  await another.connect();
  onTestFinished(() => another.end());
  await another.query("begin");
  await another.query("select pg_advisory_xact_lock(hashtextextended('housekeeping events', 0))");
  await pruneOld({ ...app.platform, database });
  expect(await count()).toBeGreaterThanOrEqual(2500);
  await another.query("commit");
  const [before] = await app.sql<{ xid: string }>("select pg_current_xact_id()::text as xid");
  await pruneOld({ ...app.platform, database });
  const [after] = await app.sql<{ xid: string }>("select pg_current_xact_id()::text as xid");
  expect(await count()).toBeLessThan(2500);
  expect(Number(after!.xid) - Number(before!.xid)).toBeGreaterThan(3);
});

test("a closed ticket goes with everything in it, and its files; one closed lately, or open, stays whole", async () => {
  const old = "now() - interval '1095 days' - interval '1 minute'";
  const { personId } = await app.signIn({ resellerId, kind: "engineer" });
  const ticket = (state: string, updated: string) =>
    app.sql(
      `with ticket as (
         insert into tickets (reseller_id, subject, category, priority, state, shared, opened_by, opener_membership_id, opened_by_name, opened_side, created_at, updated_at)
         values ($1, 'Printer', 'Other', 'Low', $3, false, $2, $4, 'Robin', 'reseller', ${old}, ${updated}) returning id),
       message as (
         insert into ticket_messages (reseller_id, ticket_id, audience, author_id, author_name, side, text, created_at)
         select $1, id, 'everyone', $2, 'Robin', 'reseller', 'x', ${old} from ticket returning id, ticket_id),
       file as (
         insert into ticket_files (reseller_id, sent_by, name, media_type, bytes, created_at) values ($1, $2, 'a.txt', 'text/plain', 'x', ${old}) returning id),
       attached as (
         insert into ticket_attachments (reseller_id, file_id, message_id, ticket_id) select $1, file.id, message.id, ticket_id from file, message),
       note as (
         insert into ticket_notes (reseller_id, ticket_id, author_id, author_name, text, created_at) select $1, id, $2, 'Robin', 'x', ${old} from ticket),
       desk as (
         insert into desk_notes (reseller_id, ticket_id, author_id, author_name, text, created_at) select $1, id, $2, 'Sam', 'x', ${old} from ticket)
       insert into ticket_states (reseller_id, ticket_id, state, who, at) select $1, id, 'New', 'Robin', ${old} from ticket`,
      [resellerId, personId, state, membershipId],
    );
  await ticket("Closed", old);
  await ticket("Closed", "now() - interval '1094 days'");
  await ticket("Open", old);
  await app.sql(
    "delete from ticket_files f where not exists (select from ticket_attachments a where a.file_id = f.id)",
  );
  await pruneOld({ ...app.platform, database });
  const parts = [
    "tickets",
    "ticket_messages",
    "ticket_notes",
    "desk_notes",
    "ticket_states",
    "ticket_attachments",
    "ticket_files",
  ];
  const kept = await Promise.all(parts.map((part) => app.sql(`select from ${part}`)));
  expect(kept.map((rows) => rows.length)).toEqual(parts.map(() => 2));
});

test("a drawn signature that something was signed with is kept", async () => {
  const [image] = await app.sql<{ id: string }>(
    "insert into signature_images (reseller_id, membership_id, png, created_at) values ($1, $2, 'x', '2001-01-01') returning id",
    [resellerId, membershipId],
  );
  await app.sql(
    `with document as (
       insert into documents (reseller_id, kind, name, media_type, bytes, sha256, created_at)
       values ($1, 'agreement', 'x', 'x', 'x', encode(sha256('x'), 'hex'), now()) returning id)
     insert into agreement_signatures (reseller_id, agreement_id, version, text_hash, membership_id, signer_name, job_title, signature_image_id, signed_at, ip, document_id)
     select $1, a.id, a.version, a.text_hash, $2, 'Robin', 'x', $3, now(), '127.0.0.1', document.id from document, (select * from agreements limit 1) a`,
    [resellerId, membershipId, image!.id],
  );
  await pruneOld({ ...app.platform, database });
  expect(await app.sql("select id from signature_images where created_at < '2002-01-01'")).toEqual([image]);
});

test("every table belongs to one class of what is kept how long", async () => {
  const classed = retentionOf(app.config).flatMap((each) =>
    "chores" in each ? each.chores.map(({ table }) => table) : each.tables,
  );
  const withTheirs: Record<string, readonly string[]> = {
    tickets: ["ticket_messages", "ticket_notes", "desk_notes", "ticket_states", "ticket_attachments"],
    flag_changes: ["portal_host_changes"],
  };
  const known = new Set(classed.flatMap((table) => [table, ...(withTheirs[table] ?? [])]));
  const tables = await app.sql<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  const names = new Set(tables.map(({ name }) => name));
  expect([...names.difference(known)], "tables that server/platform/retention.store.ts does not class").toEqual([]);
  expect([...known.difference(names)], "tables that are no more").toEqual([]);
});

test("every search of housekeeping can use an index", async () => {
  const found: string[] = [];
  for (const { table } of retentionOf(app.config).flatMap((each) => ("chores" in each ? each.chores : []))) {
    const indexes = await app.sql<{ def: string }>("select indexdef as def from pg_indexes where tablename = $1", [
      table,
    ]);
    const column =
      /\b(created_at|until|expires_at|used_at|received_at|last_seen_at|decided_at|accepted_at|updated_at|changed_at|saved_at|at|xid)\b/;
    if (!indexes.some(({ def }) => column.test(/\(([^,]*)/.exec(def.slice(def.indexOf(" USING ")))?.[1] ?? "")))
      found.push(table);
  }
  expect(found).toEqual([]);
});
