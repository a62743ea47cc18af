import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { desk } from "@tradewind/contract/support/desk.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import { ticketStates } from "@tradewind/domain/support/tickets.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const operator = await app.signInOperator();

const asked = { Subject: "Mails do not arrive", Category: "Technical" as const, Description: "Since this morning." };
const open = async (person: Person, changes: object = {}) => {
  const answer = await app.call(person, tickets.create, { body: { ...asked, ...changes } });
  expect(answer.Error).toBeNull();
  return answer.Result!;
};
const read = (person: Person, ticketId: string) => app.call(person, tickets.byId, { params: { ticketId } });
const say = (person: Person, ticketId: string, Text: string, more: object = {}) =>
  app.call(person, tickets.reply, { params: { ticketId }, body: { Text, ...more } });
const answer = (ticketId: string, Text: string, more: object = {}) =>
  app.call(operator, desk.reply, { params: { ticketId }, body: { Text, ...more } });
const addCustomer = async (reseller: Person, name = "Acme Dental") => {
  const [row] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, $2, '2026-01-02') returning id",
    [reseller.resellerId, name],
  );
  return row!.id;
};
const addService = async (reseller: Person, customerId: string) => {
  const [row] = await app.sql<{ id: string }>(
    `insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
     values ($1, $2, 'microsoft-365', 'ActivationFailed', '2026-01-02', '2026-01-02') returning id`,
    [reseller.resellerId, customerId],
  );
  return row!.id;
};
const adminOf = (reseller: Person, customerId: string) =>
  app.signIn({ kind: "endUserAdmin", resellerId: reseller.resellerId, customerId });
const textsOf = (ticket: { Thread: { Text: string }[] } | null) =>
  ticket!.Thread.map((entry) => entry.Text).filter(Boolean);

test("SUP-07 N84 a ticket is opened, listed, read and answered through calls", async () => {
  const reseller = await app.signIn();
  const customerId = await addCustomer(reseller);
  const ServiceId = await addService(reseller, customerId);
  const made = await open(reseller, { ServiceId, Priority: "High" });
  expect(made).toMatchObject({
    Number: expect.stringMatching(/^T-\d{6}$/),
    State: "New",
    WaitsFor: "operator",
    Priority: "High",
    CustomerId: customerId,
    CustomerName: "Acme Dental",
    ServiceName: "Microsoft 365",
    Own: true,
    Shared: false,
  });
  const list = await app.call(reseller, tickets.list);
  expect(list.Result!.Items.map((item) => item.Id)).toEqual([made.Id]);

  const answered = await answer(made.Id, "Please try again.");
  expect(answered.Result).toMatchObject({ State: "Waiting for you", WaitsFor: "reseller", Assignee: "Olive Operator" });
  const replied = await say(reseller, made.Id, "It works now, thank you.");
  expect(replied.Result).toMatchObject({ State: "Open", WaitsFor: "operator" });
  const thread = (await read(reseller, made.Id)).Result!.Thread;
  expect(thread.map(({ Kind, Who, Text, State }) => [Kind, Who, Text || State])).toEqual([
    ["message", "Robin Tester", "Since this morning."],
    ["state", "Robin Tester", "New"],
    ["message", "Olive Operator", "Please try again."],
    ["state", "Olive Operator", "Waiting for you"],
    ["message", "Robin Tester", "It works now, thank you."],
    ["state", "Robin Tester", "Open"],
  ]);
});

test("N84 a list is searched by words and by number, filtered and counted by state", async () => {
  const reseller = await app.signIn();
  const customerId = await addCustomer(reseller);
  const mails = await open(reseller, { CustomerId: customerId });
  const bill = await open(reseller, { Subject: "100% too much_", Category: "Billing" });
  await answer(bill.Id, "Sorry.", { Solves: true });
  const find = async (query: object) =>
    (await app.call(reseller, tickets.list, { query })).Result!.Items.map((item) => item.Subject);
  expect(await find({ Search: "ARRIVE" })).toEqual(["Mails do not arrive"]);
  expect(await find({ Search: "0%" })).toEqual(["100% too much_"]);
  for (const Search of [mails.Number, mails.Number.toLowerCase(), String(Number(mails.Number.slice(2)))])
    expect(await find({ Search })).toEqual(["Mails do not arrive"]);
  expect(await find({ State: "Solved" })).toEqual(["100% too much_"]);
  expect(await find({ Category: "Technical" })).toEqual(["Mails do not arrive"]);
  expect(await find({ CustomerId: customerId })).toEqual(["Mails do not arrive"]);
  expect(await find({ Sort: "created" })).toEqual(["Mails do not arrive", "100% too much_"]);
  expect((await app.call(reseller, tickets.count, { query: { Search: "too" } })).Result).toEqual({
    New: 0,
    Open: 0,
    "Waiting for you": 0,
    Solved: 1,
    Closed: 0,
  });
});

test("N84 the filter, the count and the state agree on what waits for the reader, and an answered ticket is not new", async () => {
  const reseller = await app.signIn();
  const admin = await adminOf(reseller, await addCustomer(reseller));
  const forwarded = await open(admin, { Subject: "Asked of the marketplace" });
  await open(admin, { Subject: "Nobody looked at it" });
  const answered = await open(admin, { Subject: "Answered" });
  await say(reseller, answered.Id, "Please try again.");
  await say(reseller, forwarded.Id, "Can you help?", { Audience: "partner" });
  const states = async (person: Person) => {
    const { Result: counts } = await app.call(person, tickets.count);
    const rows = (await app.call(person, tickets.list, { query: { Sort: "created" } })).Result!.Items;
    for (const State of ticketStates) {
      const found = (await app.call(person, tickets.list, { query: { State } })).Result!.Items;
      expect(found.map((item) => item.State)).toEqual(rows.flatMap((row) => (row.State === State ? [State] : [])));
      expect(counts![State]).toBe(found.length);
    }
    const overview = (await app.call(person, tickets.overview)).Result!;
    expect(overview.WaitingCount).toBe(overview.Counts["Waiting for you"]);
    const file = (await app.call(person, tickets.csv)).text;
    for (const { Subject, State } of rows) expect(file).toMatch(new RegExp(`${Subject}.*${State}`));
    return rows.map((row) => row.State);
  };
  expect(await states(reseller)).toEqual(["Open", "Waiting for you", "Open"]);
  expect(await states(admin)).toEqual(["Open", "New", "Waiting for you"]);
  await answer(forwarded.Id, "Only for you", { Audience: "partner" });
  expect(await states(reseller)).toEqual(["Waiting for you", "Waiting for you", "Open"]);
  expect(await states(admin)).toEqual(["Open", "New", "Waiting for you"]);
});

test.each(["-updated", "updated", "-created", "created"] as const)(
  "by %s every ticket comes once, in order",
  async (Sort) => {
    const reseller = await app.signIn();
    await app.sql(
      `insert into tickets (reseller_id, subject, category, priority, state, shared, opened_by, opener_membership_id, opened_by_name, opened_side, created_at, updated_at)
       select $1, 'Ticket ' || n, 'Other', 'Low', 'New', false, $2, $3, 'Robin Tester', 'reseller',
              timestamptz '2026-01-01' + (n % 11) * interval '1 day', timestamptz '2026-02-01' + (n % 7) * interval '1 day' from generate_series(1, 120) n`,
      [reseller.resellerId, reseller.personId, reseller.membershipId],
    );
    const seen: { Id: string; Created: string; Updated: string }[] = [];
    let After: string | undefined;
    do {
      const { Result } = await app.call(reseller, tickets.list, { query: { Sort, ...(After ? { After } : {}) } });
      seen.push(...Result!.Items);
      After = Result!.Next ?? undefined;
    } while (After);
    expect(new Set(seen.map((item) => item.Id)).size).toBe(120);
    const keys = seen.map((item) => (Sort.endsWith("created") ? item.Created : item.Updated));
    expect(keys).toEqual(Sort.startsWith("-") ? keys.toSorted().toReversed() : keys.toSorted());
  },
);

test("SUP-06 without the permission people answer only their own tickets and open none", async () => {
  const reseller = await app.signIn();
  const engineer = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId, rights: ["support"] });
  const theirs = await open(reseller);
  expect((await app.call(engineer, tickets.create, { body: asked })).status).toBe(403);
  expect((await read(engineer, theirs.Id)).Result!.May).toEqual({ Reply: false, Note: false, Move: [], Rate: false });
  const refused = await say(engineer, theirs.Id, "Hello");
  expect(refused).toMatchObject({ status: 403, Error: "PermissionNotFound" });
  const moved = await app.call(engineer, tickets.move, { params: { ticketId: theirs.Id }, body: { State: "Solved" } });
  expect(moved.status).toBe(403);

  await app.sql("update tickets set opened_by = $1, opener_membership_id = $2 where id = $3", [
    engineer.personId,
    engineer.membershipId,
    theirs.Id,
  ]);
  expect((await say(engineer, theirs.Id, "Hello")).Result).toMatchObject({ Own: true });
});

test("internal notes stay with their side, and messages hidden from the customer never reach it", async () => {
  const reseller = await app.signIn();
  const customerId = await addCustomer(reseller);
  const admin = await adminOf(reseller, customerId);
  const ticket = await open(admin);
  expect(ticket).toMatchObject({ Shared: true, WaitsFor: "reseller" });
  await say(reseller, ticket.Id, "A note of the reseller", { Audience: "team" });
  expect((await say(reseller, ticket.Id, "Can you help?", { Audience: "partner" })).Result!.WaitsFor).toBe("operator");
  await answer(ticket.Id, "A note of the operator", { Audience: "team" });
  expect((await answer(ticket.Id, "Only for you", { Audience: "partner" })).Result!.WaitsFor).toBe("reseller");
  await say(reseller, ticket.Id, "It is done");

  expect(textsOf((await read(admin, ticket.Id)).Result)).toEqual(["Since this morning.", "It is done"]);
  expect(textsOf((await read(reseller, ticket.Id)).Result)).toEqual([
    "Since this morning.",
    "A note of the reseller",
    "Can you help?",
    "Only for you",
    "It is done",
  ]);
  const atDesk = await app.call(operator, desk.byId, { params: { ticketId: ticket.Id } });
  expect(textsOf(atDesk.Result)).toEqual([
    "Since this morning.",
    "Can you help?",
    "A note of the operator",
    "Only for you",
    "It is done",
  ]);
  for (const Audience of ["team", "partner"])
    expect((await say(admin, ticket.Id, "x", { Audience })).Errors).toHaveProperty("Audience");
  const latest = (await app.call(admin, tickets.overview)).Result!.Latest;
  expect(latest.map((each) => each.Text)).toEqual(["It is done"]);
});

test("the database keeps each side's notes from the other's role", async () => {
  for (const [role, table] of [
    ["app_operator", "ticket_notes"],
    ["app_tenant", "desk_notes"],
    ["app_worker", "ticket_messages"],
  ])
    await expect(
      app.sql(`do $$ begin set local role ${role}; perform 1 from ${table}; end $$`),
      `${role} reads ${table}`,
    ).rejects.toThrow(/permission denied/);
});

test("customers' people see tickets shared with their organisation, end users only their own", async () => {
  const reseller = await app.signIn();
  const customerId = await addCustomer(reseller);
  const [admin, sibling] = [
    await adminOf(reseller, customerId),
    await adminOf(reseller, await addCustomer(reseller, "Birch")),
  ];
  const user = await app.signIn({ kind: "endUser", resellerId: reseller.resellerId, customerId });
  const hidden = await open(reseller, { CustomerId: customerId, Subject: "Hidden" });
  const shared = await open(reseller, { CustomerId: customerId, Subject: "Shared", Shared: true });
  const own = await open(user, { Subject: "Own" });
  const seen = async (person: Person) =>
    (await app.call(person, tickets.list, { query: { Sort: "created" } })).Result!.Items.map((item) => item.Subject);
  expect(await seen(reseller)).toEqual(["Hidden", "Shared", "Own"]);
  expect(await seen(admin)).toEqual(["Shared", "Own"]);
  expect(await seen(user)).toEqual(["Own"]);
  expect(await seen(sibling)).toEqual([]);
  expect((await app.call(admin, tickets.csv)).text).not.toContain("Hidden");
  expect((await app.call(user, tickets.csv)).text).not.toContain("Shared");
  expect((await app.call(reseller, tickets.csv)).text).toContain("Hidden");
  expect((await read(admin, hidden.Id)).status).toBe(404);
  expect((await read(user, shared.Id)).status).toBe(404);
  expect((await say(sibling, own.Id, "x")).status).toBe(404);
  expect((await say(sibling, own.Id, "x")).text).toBe((await say(sibling, crypto.randomUUID(), "x")).text);
});

test("tickets hidden from customers leave no line in their logs", async () => {
  const reseller = await app.signIn();
  const customerId = await addCustomer(reseller);
  await open(reseller, { CustomerId: customerId, Subject: "Hidden" });
  await open(reseller, { CustomerId: customerId, Subject: "Shared", Shared: true });
  const lines = await app.sql<{ what: string; customer_id: string | null }>(
    "select what, customer_id from activity where reseller_id = $1 order by id",
    [reseller.resellerId],
  );
  expect(lines.map(({ what, customer_id: of }) => [/“(\w+)”/.exec(what)![1], of])).toEqual([
    ["Hidden", null],
    ["Shared", customerId],
  ]);
});

test("a subject cannot change the direction in which it is read; a text of several lines may quote another script", async () => {
  const reseller = await app.signIn();
  const sent = (changes: object) => app.call(reseller, tickets.create, { body: { ...asked, ...changes } });
  expect(await sent({ Subject: "Invoice \u202efdp.exe" })).toMatchObject({
    status: 400,
    Errors: { Subject: "Must not contain hidden marks of direction" },
  });
  expect((await sent({ Description: "They wrote \u2067שלום\u2069." })).status).toBe(200);
});

test("answers notify only the people concerned; notes notify no one", async () => {
  const reseller = await app.signIn();
  const colleague = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId, rights: ["support"] });
  const outside = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId, rights: ["billing"] });
  const customerId = await addCustomer(reseller);
  const admin = await adminOf(reseller, customerId);
  const heard = async (person: Person) =>
    (await app.call(person, notifications.list, { query: { Category: "Support" } })).Result!.Items.map((item) =>
      item.Content.replace(/T-\d+/, "T"),
    );
  const hidden = await open(reseller, { CustomerId: customerId });
  await answer(hidden.Id, "A note", { Audience: "team" });
  expect(await heard(reseller)).toEqual([]);
  await answer(hidden.Id, "Solved it", { Solves: true });
  const solved = "Olive Operator solved T “Mails do not arrive”.";
  expect([await heard(reseller), await heard(colleague), await heard(outside), await heard(admin)]).toEqual([
    [solved],
    [solved],
    [],
    [],
  ]);
  const theirs = await open(admin);
  await say(reseller, theirs.Id, "Hello");
  expect(await heard(reseller)).toEqual(["Robin Tester opened the ticket T “Mails do not arrive”.", solved]);
  expect(await heard(admin)).toEqual(["Robin Tester answered T “Mails do not arrive”."]);
  const [bell] = (await app.call(admin, notifications.list)).Result!.Items;
  expect(bell!.Link).toBe(`/support/ticket-detail?id=${theirs.Id}`);
});

test("a solved ticket is rated, opened again by an answer, and a closed one takes none", async () => {
  const reseller = await app.signIn();
  const { Id: ticketId } = await open(reseller);
  const params = { ticketId };
  expect((await app.call(reseller, tickets.rate, { params, body: { Helpful: true } })).Error).toBe("ticketNotSolved");
  const solved = (await answer(ticketId, "There.", { Solves: true })).Result!;
  expect(solved).toMatchObject({ State: "Solved", WaitsFor: null });
  const rated = await app.call(reseller, tickets.rate, { params, body: { Helpful: false } });
  expect(rated.Result).toMatchObject({ Helpful: false, May: { Rate: true, Move: ["Open", "Closed"] } });
  expect((await say(reseller, ticketId, "It is back")).Result!.State).toBe("Open");
  expect((await app.call(reseller, tickets.move, { params, body: { State: "Closed" } })).Result!.State).toBe("Closed");
  expect(await say(reseller, ticketId, "One more thing")).toMatchObject({ status: 409, Error: "ticketClosed" });
  expect((await answer(ticketId, "x")).Error).toBe("ticketClosed");
  const again = await app.call(reseller, tickets.move, { params, body: { State: "Open" } });
  expect(again.Error).toBe("ticketStateNotAllowed");
});

test("the operator takes a ticket on, gives it back, and finds it in the queue by urgency", async () => {
  const reseller = await app.signIn();
  const low = await open(reseller, { Priority: "Low" });
  const urgent = await open(reseller, { Priority: "Urgent" });
  const [{ name }] = (await app.sql<{ name: string }>("select name from resellers where id = $1", [
    reseller.resellerId,
  ])) as [{ name: string }];
  const queue = async (query: object = {}) =>
    (await app.call(operator, desk.list, { query: { Search: name, ...query } })).Result!.Items;
  expect((await queue()).map((item) => item.Id)).toEqual([urgent.Id, low.Id]);
  const params = { ticketId: low.Id };
  const taken = await app.call(operator, desk.assign, { params, body: { ToMe: true } });
  expect(taken.Result).toMatchObject({ Assignee: "Olive Operator", AssignedToMe: true, State: "Open" });
  expect((await queue({ Assigned: "me" })).map((item) => item.Id)).toEqual([low.Id]);
  expect((await queue({ Assigned: "nobody" })).map((item) => item.Id)).toEqual([urgent.Id]);
  expect((await queue({ Priority: "Urgent" })).map((item) => item.Id)).toEqual([urgent.Id]);
  await app.call(operator, desk.assign, { params, body: { ToMe: false } });
  await app.call(operator, desk.move, { params, body: { State: "Waiting for you" } });
  expect((await queue()).map((item) => item.Id)).toEqual([urgent.Id]);
  expect((await queue({ State: "all" })).map((item) => item.State)).toEqual(["New", "Waiting for you"]);
  const counts = await app.call(operator, desk.count, { query: { Search: name } });
  expect(counts.Result).toMatchObject({ New: 1, "Waiting for you": 1 });
});

test("another reseller's customer or another customer's service is not found", async () => {
  const [reseller, other] = [await app.signIn(), await app.signIn()];
  const mine = await addCustomer(reseller);
  const body = { ...asked, CustomerId: mine, ServiceId: await addService(reseller, await addCustomer(reseller, "B")) };
  expect((await app.call(reseller, tickets.create, { body })).status).toBe(404);
  const foreign = { ...asked, CustomerId: await addCustomer(other) };
  expect((await app.call(reseller, tickets.create, { body: foreign })).status).toBe(404);
});

test("restricted people see their part, and tickets they opened about no customer", async () => {
  const reseller = await app.signIn();
  const [theirs, other] = [await addCustomer(reseller), await addCustomer(reseller, "Birch")];
  const engineer = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId });
  await app.sql("update memberships set only_customers = true where id = $1", [engineer.membershipId]);
  await app.sql("insert into membership_customers values ($1, $2, $3)", [
    reseller.resellerId,
    engineer.membershipId,
    theirs,
  ]);
  await open(reseller, { Subject: "Theirs", CustomerId: theirs });
  const hidden = await open(reseller, { Subject: "Of another", CustomerId: other });
  const company = await open(reseller, { Subject: "Of the company" });
  const own = await open(engineer, { Subject: "Own" });
  const list = await app.call(engineer, tickets.list, { query: { Sort: "created" } });
  expect(list.Result!.Items.map((item) => item.Subject)).toEqual(["Theirs", "Own"]);
  for (const { Id } of [hidden, company]) expect((await say(engineer, Id, "x")).status).toBe(404);
  for (const { Id } of [hidden, company, own]) await answer(Id, "Here you are.");
  const told = async (person: Person) =>
    (await app.call(person, notifications.list)).Result!.Items.map((item) => /“(.+)”/.exec(item.Content)![1]);
  expect(await told(engineer)).toEqual(["Own"]);
  expect(await told(reseller)).toEqual(["Own", "Of the company", "Of another"]);
});
