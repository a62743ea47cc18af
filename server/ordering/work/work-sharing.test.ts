import { everyActivityLog, activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order, status, becomes } = orderStory(app, worker);
const operator = await app.signInOperator();
const colleague = await app.signInOperator();
await app.sql("update operators set display_name = 'Priya Nair' where person_id = $1", [colleague.personId]);

const add: WireChange = {
  Kind: "add",
  Lines: [{ Key: "a", OfferId: "exclaimer-standard:none:monthly", Quantity: 3 }],
};

const list = async (query: SentOf<typeof work.list>["query"] = {}, person = operator) =>
  (await app.call(person, work.list, { query })).Result!;
const opened = (name: string) => worker.until(async () => (await list({ Search: name })).Items[0], `work for ${name}`);
const draw = async (workItemId: string) => (await app.call(operator, work.byId, { params: { workItemId } })).Result!;
const assign = (person: Person, To: string | null, ...Items: { Id: string; From: string | null }[]) =>
  app.call(person, workSharing.assign, { body: { Items, To } });
const page = async (person: Person, orderId: string) =>
  (await app.call(person, orders.byId, { params: { orderId } })).Result!;

async function ordered(boss: Person, name = `Acme ${crypto.randomUUID().slice(0, 6)}`) {
  const customerId = await addCustomer(boss, name);
  const { placed } = await order(boss, customerId, add, {
    ProductId: "exclaimer",
    Details: { MailDomain: "acme.example", MailSystem: "microsoft", Region: "uk" },
  });
  const { OrderId, InstanceId } = placed.Result!;
  return { name, customerId, OrderId, InstanceId, item: await opened(name) };
}

test("work is taken by one: who comes second is told who has it, and neither starts what is another's", async () => {
  const { item } = await ordered(await signInSigned());
  expect(item).toMatchObject({ Assignee: null, AssigneeId: null, ProductName: "Exclaimer" });
  const From = { Id: item.Id, From: null };
  const both = await Promise.all([
    assign(operator, operator.personId, From),
    assign(colleague, colleague.personId, From),
  ]);
  expect(both.map(({ Result }) => Result!.Changed).toSorted((a, b) => a - b)).toEqual([0, 1]);
  const winner = both[0].Result!.Changed === 1 ? operator : colleague;
  const name = winner === operator ? "Olive Operator" : "Priya Nair";
  const loser = winner === operator ? colleague : operator;
  expect(both.flatMap(({ Result }) => Result!.Refused)).toEqual([
    { Id: item.Id, Title: item.Title, Why: `${name} has this already` },
  ]);
  const start = await app.call(loser, work.start, { params: { workItemId: item.Id }, body: {} });
  expect(start).toMatchObject({ status: 409, Error: "workTaken", Messages: [`${name} has this already.`] });
  // Who knows whose it is can give it to somebody else, or back.
  expect((await assign(loser, loser.personId, { Id: item.Id, From: winner.personId })).Result).toEqual({
    Changed: 1,
    Refused: [],
  });
  // Who has it already gets it without a word more.
  expect((await assign(loser, loser.personId, { Id: item.Id, From: loser.personId })).Result!.Changed).toBe(1);
  expect((await assign(loser, null, { Id: item.Id, From: loser.personId })).Result!.Changed).toBe(1);
  expect((await draw(item.Id)).History.map(({ Kind, What }) => [Kind, What])).toEqual([
    ["assigned", "Took"],
    ["assigned", "Took"],
    ["assigned", "Gave back to the queue"],
  ]);
  // Of a long history the latest is shown.
  await app.sql(
    `insert into work_history (reseller_id, work_item_id, at, who, kind, what)
     select reseller_id, id, now(), 'x', 'note', 'Note ' || n from work_items, generate_series(1, 600) n where id = $1`,
    [item.Id],
  );
  const { History } = await draw(item.Id);
  expect(History).toHaveLength(500);
  expect(History.at(-1)!.What).toBe("Note 600");
  const reseller = await app.signIn();
  expect(await assign(operator, reseller.personId, From)).toMatchObject({
    status: 400,
    Errors: { To: "Choose one of our people" },
  });
});

test("work is due within its product's working days, and later only with a reason", async () => {
  const { item } = await ordered(await signInSigned());
  const [promised] = await app.sql<{ due: string }>(
    "select working_days_after(created_at::date, 1)::text as due from work_items where id = $1",
    [item.Id],
  );
  expect(item.Due).toBe(promised!.due);
  // From a Friday over the weekend, and from a Saturday.
  const [days] = await app.sql(
    "select working_days_after('2026-11-27', 1)::text as friday, working_days_after('2026-11-28', 5)::text as saturday, working_days_after('2026-11-25', 10)::text as wednesday",
  );
  expect(days).toEqual({ friday: "2026-11-30", saturday: "2026-12-04", wednesday: "2026-12-09" });

  const set = (Due: string, Why: string) =>
    app.call(operator, workSharing.setDue, { body: { Items: [item.Id], Due, Why } });
  expect((await set("2999-12-02", " ")).Errors).toEqual({ Why: "A reason is required" });
  expect((await set("2001-12-02", "Late")).Errors).toEqual({ Due: "Must be today or later" });
  expect((await set("2999-12-02", "Its tenant moves first")).Result).toEqual({ Changed: 1, Refused: [] });
  const { Due, History } = await draw(item.Id);
  expect(Due).toBe("2999-12-02");
  expect(History).toMatchObject([{ Kind: "due", Who: "Olive Operator", More: "Its tenant moves first" }]);
  expect(History[0]!.What).toMatch(/^Due 02\/12\/2999, was \d\d\/\d\d\/\d{4}$/);
});

test("a note is the reseller's to read or nobody's but the operator's", async () => {
  const boss = await signInSigned();
  const { item, OrderId, customerId } = await ordered(boss);
  const params = { workItemId: item.Id };
  const note = (For: "reseller" | "us", Text: string) =>
    app.call(operator, workSharing.note, { params, body: { For, Text } });
  const engineer = await app.signIn({ resellerId: boss.resellerId });
  await app.sql("update memberships set only_products = '{vade}' where id = $1", [engineer.membershipId]);
  expect((await note("us", "Their administrator is a quokka")).status).toBe(200);
  const told = await note("reseller", "We wait for the consent of an administrator");
  expect(told.Result!.History.map(({ Kind, More }) => [Kind, More])).toEqual([
    ["note", "Their administrator is a quokka"],
    ["told", "We wait for the consent of an administrator"],
  ]);
  const shown = await page(boss, OrderId);
  expect(shown.Note).toMatchObject({ Text: "We wait for the consent of an administrator" });
  expect(shown.Steps).toContainEqual({
    State: "done",
    What: "Note from Our team",
    More: "We wait for the consent of an administrator",
    At: shown.Note!.At,
  });
  const bell = await app.call(boss, notifications.list);
  expect(JSON.stringify(bell.Result)).toContain("We wait for the consent of an administrator");
  const heard = (membershipId: string) =>
    app.sql("select from notifications where membership_id = $1 and content like '%consent of an admin%'", [
      membershipId,
    ]);
  expect([(await heard(boss.membershipId)).length, (await heard(engineer.membershipId)).length]).toEqual([1, 0]);

  // What is noted for the operator's people reaches nothing that a reseller's role may read.
  const seen = await Promise.all([
    status(boss, shown.InstanceId),
    app.call(boss, activityLog.list),
    app.call(boss, activityLog.list, { query: { Search: "note" } }),
  ]);
  expect(JSON.stringify([shown, bell, seen])).not.toContain("quokka");
  for (const role of ["app_tenant", "app_restricted"])
    expect(
      await app.sql(
        "select has_any_column_privilege($1, t, 'select') as may from unnest(array['work_history', 'work_steps']) t",
        [role],
      ),
    ).toEqual([{ may: false }, { may: false }]);
  const places = await app.sql<{ table: string }>(
    `select c.table_name as table from information_schema.tables c where c.table_schema = 'public' and c.table_type = 'BASE TABLE'
     and has_any_column_privilege('app_tenant', format('public.%I', c.table_name), 'select')
     and query_to_xml(format('select from %I t where position(''quokka'' in to_jsonb(t)::text) > 0', c.table_name), true, false, '')::text like '%<row%'`,
  );
  // Its call's answer, kept for a repeat, is the operator's own.
  const nobodys = "00000000-0000-0000-0000-000000000000";
  expect(places).toEqual([{ table: "idempotency" }]);
  expect(
    await app.sql("select reseller_id from idempotency where position('quokka' in to_jsonb(idempotency)::text) > 0"),
  ).toEqual([{ reseller_id: nobodys }, { reseller_id: nobodys }]);
  // Nor the customer's people what the reseller is told.
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: boss.resellerId, customerId });
  expect(JSON.stringify((await app.call(admin, orders.byId, { params: { orderId: OrderId } })).Result)).not.toContain(
    "We wait for the consent",
  );
});

test("every step is ticked before work is complete, and who ticked it stays named", async () => {
  const boss = await signInSigned();
  const { item, InstanceId } = await ordered(boss);
  const params = { workItemId: item.Id };
  const tick = (person: Person, Position: number, Done = true) =>
    app.call(person, workSharing.tick, { params, body: { Position, Done } });
  const complete = () => app.call(operator, work.complete, { params, body: {} });
  expect(item.StepsLeft).toBe(2);
  expect(await complete()).toMatchObject({ status: 409, Error: "workNotTicked" });
  await tick(colleague, 1);
  await tick(operator, 1);
  const { Steps, StepsLeft } = (await tick(operator, 2)).Result!;
  expect(StepsLeft).toBe(0);
  expect(Steps).toMatchObject([
    { Text: "Ask a global administrator to connect the tenant", TickedBy: "Priya Nair" },
    { Position: 2, TickedBy: "Olive Operator" },
  ]);
  expect((await tick(operator, 2, false)).Result!.StepsLeft).toBe(1);
  expect((await complete()).Error).toBe("workNotTicked");
  await tick(operator, 2);
  expect((await complete()).status).toBe(200);
  await becomes(boss, InstanceId, "Active");
  expect(await tick(operator, 2, false)).toMatchObject({ status: 409, Error: "workFinished" });
  expect((await draw(item.Id)).History.map(({ Kind, What }) => [Kind, What])).toEqual([
    ["step", "Ticked a step"],
    ["step", "Ticked a step"],
    ["step", "Took the tick back"],
    ["step", "Ticked a step"],
    ["done", "Completed"],
  ]);
  expect(await assign(operator, operator.personId, { Id: item.Id, From: null })).toMatchObject({
    Result: { Changed: 0, Refused: [{ Why: "This work is already finished" }] },
  });
});

test("what is rejected and ordered again is due anew, with nothing ticked", async () => {
  const boss = await signInSigned();
  const { item, OrderId } = await ordered(boss);
  const params = { workItemId: item.Id };
  await app.call(operator, workSharing.tick, { params, body: { Position: 1, Done: true } });
  await app.call(operator, work.reject, { params, body: { Note: "The tenant is unknown" } });
  await worker.until(async () => (await page(boss, OrderId)).Status === "Failed", "the rejection");
  expect((await app.call(boss, orders.retry, { params: { orderId: OrderId } })).status).toBe(200);
  await worker.until(async () => (await draw(item.Id)).Status === "queued", "the work again");
  const { StepsLeft, History } = await draw(item.Id);
  expect(StepsLeft).toBe(2);
  expect(History.slice(-2)).toMatchObject([
    { Kind: "failed", What: "Rejected", More: "The tenant is unknown" },
    { Kind: "reopened" },
  ]);
});

test("the load counts by person and product, and the list filters, orders and finds by customer and order", async () => {
  const boss = await signInSigned();
  const [first, second] = [await ordered(boss, "Zeppelin Dental"), await ordered(boss, "Zephyr Dental")];
  await assign(operator, colleague.personId, { Id: second.item.Id, From: null });
  await app.sql("update work_items set due_on = '2020-01-02', created_at = '2020-01-01' where id = $1", [
    second.item.Id,
  ]);
  const load = (await app.call(operator, workSharing.load)).Result!;
  const [counts] = await app.sql(
    `select count(*)::int as "Open", count(*) filter (where due_on < $1)::int as "Overdue", count(*) filter (where assignee_id is null)::int as "Unassigned"
     from work_items where status in ('queued', 'working')`,
    [app.platform.clock.today()],
  );
  expect(load).toMatchObject({ ...counts, Oldest: "2020-01-01T00:00:00.000Z" });
  expect(load.People.find(({ Name }) => Name === "Priya Nair")).toMatchObject({ Open: 1, Overdue: 1 });
  expect(load.Products).toContainEqual(expect.objectContaining({ Id: "exclaimer", Name: "Exclaimer", Overdue: 1 }));

  const names = async (query: SentOf<typeof work.list>["query"], person = operator) =>
    (await list({ Search: "Zep", ...query }, person)).Items.map(({ CustomerName }) => CustomerName);
  expect(await names({})).toEqual([second.name, first.name]);
  expect(await names({ Sort: "age" })).toEqual([second.name, first.name]);
  expect(await names({ Whose: "me" })).toEqual([]);
  expect(await names({ Whose: "me" }, colleague)).toEqual([second.name]);
  expect(await names({ PersonId: colleague.personId })).toEqual([second.name]);
  expect(await names({ Whose: "nobody" })).toEqual([first.name]);
  expect(await names({ Due: "overdue" })).toEqual([second.name]);
  expect(await names({ ProductId: "cloud-server" })).toEqual([]);
  expect(await names({ ProductId: "exclaimer", ResellerId: boss.resellerId })).toHaveLength(2);
  expect(await names({ ResellerId: crypto.randomUUID() })).toEqual([]);
  expect(await names({ Search: first.item.OrderNumber })).toEqual([first.name]);
  // How work is shared out stands in the operator's own log.
  expect(JSON.stringify(await app.call(boss, activityLog.list))).not.toContain("Priya Nair");
  expect(JSON.stringify(await app.call(operator, everyActivityLog.list))).toContain(
    "Gave 1 piece of work to Priya Nair",
  );
});
