import { psaTypes, type PsaType } from "@tradewind/domain/psa/sync.ts";
import { psa } from "@tradewind/contract/psa/psa.ts";
import { beforeAll, expect, test } from "vitest";
import type { Platform } from "../../platform/platform.ts";
import { switchOnFlags } from "../../test/flags.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { pushToPsa } from "./push.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
beforeAll(() => switchOnFlags(app));

const lines = Array.from({ length: 100 }, (_, at) => ({ id: at + 1, quantity: (at % 9) + 1 }));
const begins = "2026-01-01T00:00:00";
const systems = [
  {
    name: "connectwise",
    type: psaTypes.connectWise,
    company: "harbour",
    seed: {
      additions: lines.map(({ id, quantity }) => ({
        id,
        agreementId: 12,
        product: { id: 77, identifier: "M365-BP" },
        quantity,
        lessIncluded: 0,
        unitPrice: 18.1,
        billCustomer: "Billable",
        effectiveDate: `${begins}Z`,
        cancelledDate: null,
      })),
    },
    isWrite: ({ method }: Entry) => method === "PATCH",
    writes: 100,
    price: 19.1,
  },
  {
    name: "autotask",
    type: psaTypes.autoTask,
    company: "",
    seed: {
      contractServices: lines.map(({ id }) => ({ id, contractID: 301, serviceID: 14, unitPrice: 20.7 })),
      contractServiceUnits: lines.map(({ id, quantity }) => ({
        id,
        contractID: 301,
        contractServiceID: id,
        serviceID: 14,
        units: quantity,
        price: quantity * 20.7,
        cost: 0,
        startDate: begins,
        endDate: "2030-12-31T00:00:00",
      })),
    },
    isWrite: ({ method, path }: Entry) => method === "PATCH" || path.endsWith("Adjustments"),
    // The quantity of a line and its price are written apart.
    writes: 200,
    price: 21.7,
  },
] as const;
type Entry = { method: string; path: string };

async function connected({
  name,
  type,
  company,
}: {
  name: "connectwise" | "autotask";
  type: PsaType;
  company: string;
}) {
  const person = await app.signIn();
  await app.call(person, psa.updateSettings, {
    body: {
      type,
      address: worker.simulators.urls[name],
      company,
      keys: { user: "api@portal.example", secret: "a-long-secret", clientId: "a-client-id" },
      defaultAgreementType: "",
      enabled: true,
    },
  });
  await readAgain(person);
  return person;
}
async function readAgain(person: Person): Promise<void> {
  await app.call(person, psa.refreshProductMovement);
  await worker.until(async () => {
    const { response } = (await app.call(person, psa.syncStatus)).Result!;
    return response.find(({ kind }) => kind === "productMovement")!.status === "Completed";
  }, "the PSA to be read");
}

class Killed extends Error {}
/** A worker that dies after so many of its transactions: nothing that it does from then on is kept. */
function dying(transactions: number): Platform {
  const { platform } = worker;
  let left = transactions;
  const alive =
    <A extends unknown[], T>(act: (...given: A) => Promise<T>) =>
    (...given: A): Promise<T> =>
      left-- > 0 ? act(...given) : Promise.reject(new Killed());
  const { read, write } = platform.database;
  return {
    ...platform,
    database: { ...platform.database, read: alive(read), write: alive(write) },
  };
}

test.each(systems)(
  "$name: a push of 100 lines whose worker is killed again and again ends with each line at its target, and none written twice",
  async (system) => {
    await worker.control(system.name, "seed", system.seed);
    const person = await connected(system);
    const { resellerId } = person;
    await app.sql(
      `insert into psa_writes (reseller_id, source, report, key, kind, agreement_ref, line_ref, product_ref, name, seen_quantity, target_quantity, seen_price, target_price, on_day, asked_by, asked_at)
       select l.reseller_id, c.source, 'movement', l.ref, 'quantity', l.agreement_ref, l.ref, l.product_ref, 'Licences', l.quantity, l.quantity + 3, l.unit_price, l.unit_price + 1, $2, 'Robin Tester', now()
       from psa_lines l join psa_connections c on c.reseller_id = l.reseller_id where l.reseller_id = $1`,
      [resellerId, app.platform.clock.today()],
    );
    let kills = 0;
    for (let most = 5; ; most += 7) {
      const run = pushToPsa.run({ platform: dying(most) }, { resellerId });
      const isKilled = await run.then(
        () => false,
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          return true;
        },
      );
      if (!isKilled) break;
      kills++;
      // A line whose worker is lost is taken again after ten minutes.
      await app.sql(
        "update psa_writes set taken_at = taken_at - interval '11 minutes' where reseller_id = $1 and ended_at is null and taken_at is not null",
        [resellerId],
      );
    }
    expect(kills).toBeGreaterThan(5);
    const { entries } = (await worker.control(system.name, "journal")) as { entries: Entry[] };
    expect(entries.filter(system.isWrite)).toHaveLength(system.writes);
    await readAgain(person);
    const rows = await app.sql<{ ref: string; quantity: number; price: number }>(
      "select ref, quantity::int as quantity, unit_price::float as price from psa_lines where reseller_id = $1 order by ref::int",
      [resellerId],
    );
    expect(rows).toEqual(
      lines.map(({ id, quantity }) => ({ ref: String(id), quantity: quantity + 3, price: system.price })),
    );
    const states = await app.sql("select distinct state from psa_writes where reseller_id = $1", [resellerId]);
    expect(states).toEqual([{ state: "Done" }]);
  },
);
