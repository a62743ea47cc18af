import { plans } from "@tradewind/contract/ordering/plans.ts";
import { requests } from "@tradewind/contract/ordering/requests.ts";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { planning } from "../../test/planning.ts";
import { until } from "../../test/processes.ts";
import { requestStory } from "../../test/request-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { orderNext, proposeNext } from "./plan-work.actions.ts";
import { workOnPlan } from "./plans.jobs.ts";

const app = await testApp();
const { addBought, planOf, atWork } = planning(app);
const { setRules } = requestStory(app);
const others = new pg.Pool({ connectionString: app.database.adminUrl });
afterAll(() => others.end());

/** Waits until so many transactions wait for others, or until what waited is over. */
const waiting = (many: number, isOver = () => false) =>
  until(
    async () =>
      isOver() ||
      (await app.sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
        .length >= many,
    `${many} transactions to wait`,
  );
const read = async (person: Person, planId: string) =>
  (await app.call(person, plans.byId, { params: { planId } })).Result!;

/** A plan of a few lines, and what its job works with. */
async function planned() {
  const person = await app.signIn();
  const { planId } = await planOf(person, await addBought(person, 2));
  return { person, planId, plan: await atWork(person, planId) };
}
async function committed() {
  const { person, planId, plan } = await planned();
  while (await proposeNext(app.platform, plan));
  const { Hash } = await read(person, planId);
  expect((await app.call(person, plans.commit, { params: { planId }, body: { Hash } })).status).toBe(200);
  return { person, planId, plan };
}

test("a run that comes late works nothing out of a plan that was committed since", async () => {
  const { person, planId, plan } = await planned();
  const other = await others.connect();
  await other.query("begin");
  await other.query("select from plans where id = $1 for update", [planId]);
  const late = proposeNext(app.platform, plan);
  await waiting(1);
  await other.query("update plans set state = 'running' where id = $1", [planId]);
  await other.query("commit");
  other.release();
  expect(await late).toBe(false);
  expect(await read(person, planId)).toMatchObject({ State: "running", Lines: { new: 2 } });
});

test("a line that was discarded while another run found that it is refused stays discarded", async () => {
  const { person, planId, plan } = await committed();
  const [suspending, discarding] = [await others.connect(), await others.connect()];
  await suspending.query("begin");
  await suspending.query("update customers set status = 'Suspended', suspended_at = now() where reseller_id = $1", [
    person.resellerId,
  ]);
  let isOver = false;
  const run = orderNext(app.platform, plan).finally(() => (isOver = true));
  await waiting(1);
  await discarding.query("begin");
  const discarded = discarding.query(
    "update plan_lines set state = 'refused', reason = 'Discarded' where plan_id = $1",
    [planId],
  );
  await waiting(2);
  await suspending.query("commit");
  await discarded;
  // On a busy machine the run may have come first.
  await waiting(1, () => isOver);
  await discarding.query("commit");
  suspending.release();
  discarding.release();
  await run;
  const { Items } = (await app.call(person, plans.lines, { params: { planId }, query: {} })).Result!;
  expect(Items.map(({ Reason }) => Reason)).toEqual(["Discarded", "Discarded"]);
});

test("a job that gives up stops a plan at work, and none that has ended since", async () => {
  const { person, planId, plan } = await committed();
  const job = { resellerId: person.resellerId, planId, turn: plan.turn };
  await app.sql("update plans set state = 'done' where id = $1", [planId]);
  await workOnPlan.gaveUp!({ platform: app.platform }, { ...job, turn: plan.turn + 1 }, new Error("In vain"));
  expect(await read(person, planId)).toMatchObject({ State: "done" });
  await app.sql("update plans set state = 'running' where id = $1", [planId]);
  await workOnPlan.gaveUp!({ platform: app.platform }, job, new Error("In vain"));
  expect(await read(person, planId), "an earlier one's").toMatchObject({ State: "running" });
  await workOnPlan.gaveUp!({ platform: app.platform }, { ...job, turn: plan.turn + 1 }, new Error("In vain"));
  expect(await read(person, planId)).toMatchObject({ State: "paused" });
});

test("what is planned of a customer whom its maker looks after no more is refused, and not left as it was", async () => {
  const reseller = await app.signIn();
  const engineer = await app.signIn({ resellerId: reseller.resellerId, kind: "engineer" });
  const bought = await addBought(reseller, 3);
  await app.sql("update memberships set only_customers = true where id = $1", [engineer.membershipId]);
  for (const { customer_id } of bought)
    await app.sql("insert into membership_customers (reseller_id, membership_id, customer_id) values ($1, $2, $3)", [
      reseller.resellerId,
      engineer.membershipId,
      customer_id,
    ]);
  const loses = (at: number) =>
    app.sql("delete from membership_customers where customer_id = $1", [bought[at]!.customer_id]);
  const { planId } = await planOf(engineer, bought);
  await loses(0);
  while (await proposeNext(app.platform, await atWork(engineer, planId)));
  const states = () => app.sql("select state from plan_lines where plan_id = $1 order by state", [planId]);
  expect(await states()).toEqual([{ state: "planned" }, { state: "planned" }, { state: "refused" }]);
  await app.sql("update plans set state = 'running' where id = $1", [planId]);
  await loses(1);
  await orderNext(app.platform, await atWork(engineer, planId));
  expect(await states()).toEqual([{ state: "ordered" }, { state: "refused" }, { state: "refused" }]);
});

test("what needs approval by the rules of its customer is sent as a request, and the line says so", async () => {
  const { person, planId, plan } = await committed();
  const linesOf = async () => (await app.call(person, plans.lines, { params: { planId }, query: {} })).Result!.Items;
  const [held, free] = await linesOf();
  await setRules(person, held!.CustomerId, { Colleagues: "byRequest" });
  await orderNext(app.platform, plan);
  const lines = new Map((await linesOf()).map((line) => [line.CustomerId, line]));
  expect(lines.get(free!.CustomerId)).toMatchObject({ State: "working" });
  expect(lines.get(held!.CustomerId)).toMatchObject({
    State: "refused",
    OrderId: null,
    Reason: "This needs approval, and was sent as a request.",
  });
  const { Items } = (await app.call(person, requests.list, { query: {} })).Result!;
  expect(Items).toMatchObject([{ CustomerId: held!.CustomerId, State: "open", What: expect.stringMatching(/7 ×/) }]);
});
