import { everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { everyTransfer, transfers } from "@tradewind/contract/ordering/transfers.ts";
import { expect, test } from "vitest";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { transferStory } from "../../test/transfer-story.ts";

const app = await testApp();
const worker = await testWorker(app);
const { ask, listOf, pending, proposal, provided, today } = transferStory(app, worker);

test("what came is charged alike, whether the reseller takes it over or the operator adopts it", async () => {
  const { reseller, customerId, id, accept, line, ends } = await pending();
  await accept([line()]);
  await ends("came");
  const proposed = (await proposal(reseller, id)).Result!;
  const operator = await app.signInOperator();
  const found = (await app.call(operator, everyDifference.list, {})).Result!.Items.find(
    (each) => each.CustomerId === customerId,
  )!;
  const params = { differenceId: found.Id };
  const adoption = (await app.call(operator, everyDifference.propose, { params, query: { From: today() } })).Result!;
  expect([adoption.Charges, adoption.Total]).toEqual([proposed.Charges, proposed.Total]);
  expect(
    (await app.call(operator, everyDifference.adopt, { params, body: { Hash: adoption.Hash, From: today() } })).Succeed,
  ).toBe(true);
  expect((await listOf(reseller, customerId)).Items[0]!.Lines.map(({ State }) => State)).toEqual(["taken"]);
});

test("a reseller's list has all its customers' transfers: one is over once all that came is taken over, another reseller's is in none", async () => {
  const { reseller, id, accept, line, ends } = await pending();
  const list = async (Status: "open" | "over", person = reseller) =>
    (await app.call(person, transfers.list, { query: { Status } })).Result!.Items.map((each) => [each.Id, each.State]);
  const Items = (await app.call(reseller, transfers.list, {})).Result!.Items;
  expect(Items).toMatchObject([{ Id: id, State: "pending", CustomerName: expect.any(String) }]);
  await accept([line()]);
  await ends("came");
  expect([await list("open"), await list("over")]).toEqual([[[id, "came"]], []]);
  const { Hash } = (await proposal(reseller, id)).Result!;
  await app.call(reseller, transfers.take, { params: { transferId: id }, body: { Hash } });
  expect([await list("open"), await list("over")]).toEqual([[], [[id, "came"]]]);
  expect(await list("over", await app.signIn())).toEqual([]);

  const engineer = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId });
  await app.sql("update memberships set only_customers = true where id = $1", [engineer.membershipId]);
  expect(await list("over", engineer)).toEqual([]);
});

test("the operator sees every reseller's transfers, and who sees only some products neither asks nor sees", async () => {
  const { reseller, customerId, id, becomesState } = await pending();
  const operator = await app.signInOperator();
  const list = async (Status: "open" | "over") =>
    (await app.call(operator, everyTransfer.list, { query: { Status } })).Result!.Items.find((each) => each.Id === id);
  expect(await list("open")).toMatchObject({ State: "pending", PartnerName: "Northwind" });
  expect(await list("over")).toBeUndefined();
  await app.call(reseller, transfers.withdraw, { params: { transferId: id } });
  await becomesState("withdrawn");
  expect(await list("open")).toBeUndefined();
  expect(await list("over")).toMatchObject({ State: "withdrawn", Message: "The request was taken back." });

  const engineer = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId });
  await app.sql("update memberships set only_products = '{microsoft-365}' where id = $1", [engineer.membershipId]);
  for (const call of [
    await app.call(engineer, transfers.ofCustomer, { params: { customerId } }),
    await app.call(engineer, transfers.list, {}),
    await ask(engineer, customerId),
  ])
    expect(call).toMatchObject({ Error: "onlyPartOfCompany" });
});

test("no transfer is left out of a list: a customer's, a reseller's and the operator's go on page by page, each once", async () => {
  const { reseller, customerId } = await provided();
  const rows = await app.sql<{ id: string }>(
    `insert into transfers (reseller_id, customer_id, fulfiller, tenant_ref, state, partner_ref, partner_name, customer_email, requested_by, created_at, since, vendor_ref, direction)
     select $1, $2, 'microsoft', 'tenant', state, 'partner', 'Northwind', 'ada@acme.example', 'Robin Tester', '2026-01-02', '2026-01-02', state || at, 'out'
     from unnest(array['expired', 'asked']) state, generate_series(1, 21) at returning id`,
    [reseller.resellerId, customerId],
  );
  type Page = { Items: { Id: string }[]; Next: string | null };
  async function everyOf(load: (key: { After?: string }) => Promise<{ Result: Page | null }>) {
    const pages: string[][] = [];
    let key: { After?: string } | null = {};
    while (key) {
      const { Items, Next }: Page = (await load(key)).Result!;
      pages.push(Items.map(({ Id }) => Id));
      key = Next === null ? null : { After: Next };
    }
    return pages;
  }
  const ids = rows.map(({ id }) => id).toSorted();
  const own = await everyOf((query) => app.call(reseller, transfers.ofCustomer, { params: { customerId }, query }));
  expect([own.map(({ length }) => length), own.flat()]).toEqual([[20, 20, 2], ids.toReversed()]);
  const [open, over] = [
    await everyOf((key) => app.call(reseller, transfers.list, { query: { Status: "open", ...key } })),
    await everyOf((key) => app.call(reseller, transfers.list, { query: { Status: "over", ...key } })),
  ];
  expect([open, over].map((pages) => pages.map(({ length }) => length))).toEqual([
    [20, 1],
    [20, 1],
  ]);
  expect([...open.flat(), ...over.flat()].toSorted()).toEqual(ids);
  const operator = await app.signInOperator();
  for (const Status of ["open", "over"] as const) {
    const all = (await everyOf((key) => app.call(operator, everyTransfer.list, { query: { Status, ...key } }))).flat();
    expect(all).toEqual(Status === "open" ? all.toSorted() : all.toSorted().toReversed());
    expect(all.filter((id) => ids.includes(id))).toHaveLength(21);
  }
});
