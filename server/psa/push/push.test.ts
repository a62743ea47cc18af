import { psa } from "@tradewind/contract/psa/psa.ts";
import { psaTypes } from "@tradewind/domain/psa/sync.ts";
import { beforeAll, expect, test } from "vitest";
import { switchOnFlags } from "../../test/flags.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
beforeAll(() => switchOnFlags(app));

test("a push ends where its connection is switched off: the line at the PSA is written, and none after it", async () => {
  const person = await app.signIn();
  await app.call(person, psa.updateSettings, {
    body: {
      type: psaTypes.connectWise,
      address: worker.simulators.urls.connectwise,
      company: "harbour",
      keys: { user: "public-key", secret: "a-long-secret", clientId: "a-client-id" },
      defaultAgreementType: "",
      enabled: true,
    },
  });
  await app.call(person, psa.refreshAll);
  await worker.until(async () => {
    const { response } = (await app.call(person, psa.syncStatus)).Result!;
    return response.find(({ kind }) => kind === "all")!.status === "Completed";
  }, "the PSA to be read");
  await worker.control("connectwise", "faults", {
    match: { method: "PATCH" },
    times: 1,
    fault: { kind: "delay", ms: 1_500 },
  });
  const { resellerId } = person;
  await app.sql(
    `insert into psa_writes (reseller_id, source, report, key, kind, agreement_ref, line_ref, product_ref, name, seen_quantity, target_quantity, on_day, asked_by, asked_at)
     select l.reseller_id, c.source, 'movement', l.ref, 'quantity', l.agreement_ref, l.ref, l.product_ref, l.name, l.quantity, l.quantity + 1, $2, 'Robin Tester', now()
     from psa_lines l join psa_connections c on c.reseller_id = l.reseller_id where l.reseller_id = $1 order by l.ref limit 3`,
    [resellerId, app.platform.clock.today()],
  );
  await worker.platform.database.write({ role: "app_worker" }, (tx) =>
    worker.platform.jobs.file(tx, "psa.push", { resellerId }),
  );
  const states = async () =>
    (
      await app.sql<{ state: string; taken: boolean }>(
        "select state, taken_at is not null as taken from psa_writes where reseller_id = $1 order by id",
        [resellerId],
      )
    ).map(({ state, taken }) => (state === "New" && taken ? "Taken" : state));
  await worker.until(async () => (await states())[0] === "Taken", "the first line to be taken");
  await app.sql("update psa_connections set enabled = false, changed_at = now() where reseller_id = $1", [resellerId]);
  await worker.until(async () => (await states()).every((state) => state !== "New" && state !== "Taken"), "the end");
  expect((await states()).slice(1)).toEqual(["Refused", "Refused"]);
});
