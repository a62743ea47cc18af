import { monolithPsa, psa } from "@tradewind/contract/psa/psa.ts";
import { psaTypes, refreshes, type Refresh } from "@tradewind/domain/psa/sync.ts";
import { beforeAll, expect, test } from "vitest";
import { switchOnFlags } from "../../test/flags.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { fileDueSyncs } from "./sync.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const keys = { user: "public-key", secret: "a-long-secret", clientId: "a-client-id" };
const settingsAt = (changes: object = {}) => ({
  type: psaTypes.connectWise,
  address: worker.simulators.urls.connectwise,
  company: "harbour",
  keys,
  defaultAgreementType: "Recurring",
  enabled: true,
  ...changes,
});
const calls = {
  customers: psa.refreshCustomers,
  services: psa.refreshServices,
  azureReport: psa.refreshAzureReport,
  productMovement: psa.refreshProductMovement,
  reconciliation: psa.refreshReconciliation,
  all: psa.refreshAll,
  contracts: psa.refreshContracts,
} as const satisfies Record<Refresh, object>;

beforeAll(() => switchOnFlags(app));

async function connected(changes: object = {}): Promise<Person> {
  const person = await app.signIn();
  const saved = await app.call(person, psa.updateSettings, { body: settingsAt(changes) });
  expect(saved.Messages).toEqual([]);
  return person;
}
const statusOf = async (person: Person, kind: Refresh) =>
  (await app.call(person, psa.syncStatus)).Result!.response.find((each) => each.kind === kind)!;
const isOver = (person: Person, kind: Refresh) =>
  worker.until(async () => {
    const found = await statusOf(person, kind);
    return found.status !== "Running" && found;
  }, `the end of ${kind}`);
const refreshed = async (person: Person, kind: Refresh) => {
  await app.call(person, calls[kind]);
  return isOver(person, kind);
};
const trouble = (fault: object, match: object = {}, times = 1) =>
  worker.control("connectwise", "faults", { match, times, fault });

test("PSA-06 available integrations and settings know Autotask as 1 and ConnectWise as 6", async () => {
  const person = await connected();
  const { response } = (await app.call(person, psa.availableIntegrations)).Result!;
  expect(Object.fromEntries(response.map(({ name, type }) => [name, type]))).toEqual({ Autotask: 1, ConnectWise: 6 });
  expect((await app.call(person, psa.settings)).Result!.response!.type).toBe(6);
  expect((await app.call(person, psa.updateSettings, { body: { ...settingsAt(), type: 2 as 6 } })).status).toBe(400);
});

test("PSA-10 PSA-11 both bases answer the same, and what the old monolith lacks says so", async () => {
  const person = await connected();
  for (const name of [
    "settings",
    "availableIntegrations",
    "syncStatus",
    "unmatchedOverview",
    "customerMappings",
  ] as const)
    expect((await app.call(person, monolithPsa[name])).Result).toEqual((await app.call(person, psa[name])).Result);
  const answers = [
    await app.call(person, monolithPsa.latestCacheInfo),
    await app.call(person, monolithPsa.refreshCache, { body: { PSADataCacheSyncTriggerType: "Manual" } }),
  ];
  for (const { Messages } of answers)
    expect(Messages).toEqual(["This method is only supported for new PSA service implementation."]);
  expect((await app.call(person, psa.latestCacheInfo)).Result).toMatchObject({ cachedAt: null, isExpiring: true });
});

test("PSA-43 each of the seven refreshes starts a job that is seen in the status, and reads what it is for", async () => {
  const person = await connected();
  expect((await app.call(person, psa.syncStatus)).Result!.response.map(({ status }) => status)).toEqual(
    refreshes.map(() => "NotSynchronized"),
  );
  const tables: Record<Refresh, string[]> = {
    customers: ["psa_companies"],
    services: ["psa_products"],
    contracts: ["psa_agreements"],
    azureReport: ["psa_agreements", "psa_charges"],
    productMovement: ["psa_agreements", "psa_lines"],
    reconciliation: ["psa_agreements", "psa_lines"],
    all: ["psa_companies", "psa_products", "psa_agreements", "psa_lines", "psa_charges"],
  };
  for (const kind of refreshes) {
    const filled = [...new Set(Object.values(tables).flat())];
    for (const table of filled) await app.sql(`delete from ${table} where reseller_id = $1`, [person.resellerId]);
    const begun = await app.call(person, calls[kind]);
    expect(begun.Result).toEqual({ kind, status: "New" });
    expect(await isOver(person, kind)).toMatchObject({ status: "Completed", message: null, askedBy: "Robin Tester" });
    const found = [];
    for (const table of filled) {
      const [row] = await app.sql<{ n: number }>(`select count(*)::int as n from ${table} where reseller_id = $1`, [
        person.resellerId,
      ]);
      if (row!.n > 0) found.push(table);
    }
    expect(new Set(found)).toEqual(new Set(tables[kind]));
  }
  expect((await app.sql("select from psa_staged")).length).toBe(0);
});

test("PSA-34 PSA-44 PSA-12 the six lists answer what was read by name, with how the reading stands", async () => {
  const person = await connected();
  await app.sql(
    `insert into customers (reseller_id, name, domain, created_at)
     select $1, name, 'acme.example', '2026-01-01' from unnest(array['acme dental', 'Zebra Shoes', 'Barleymow']) name`,
    [person.resellerId],
  );
  expect((await app.call(person, psa.customerMappings)).Result!.synchronization).toEqual({ status: "Unknown" });
  await refreshed(person, "all");
  const mapped = (await app.call(person, psa.customerMappings)).Result!;
  expect(mapped.synchronization).toEqual({ status: "Completed" });
  expect(mapped.response.map(({ id: _, ...rest }) => rest)).toEqual(
    ["acme dental", "Barleymow", "Zebra Shoes"].map((name) => ({ name, selectedOption: null, ignored: false })),
  );
  await app.sql(
    `insert into psa_customer_matches (reseller_id, source, customer_id, company_ref, ignored)
     select c.reseller_id, c.source, $2, '250', true from psa_connections c where c.reseller_id = $1`,
    [person.resellerId, mapped.response[0]!.id],
  );
  expect((await app.call(person, psa.customerMappings)).Result!.response[0]).toMatchObject({
    name: "acme dental",
    selectedOption: { id: "250", name: "Acme Dental Practice Ltd" },
    ignored: true,
  });
  const companies = (await app.call(person, psa.psaCustomers)).Result!.response.map(({ name }) => name);
  expect(companies).toEqual(companies.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  expect(companies).toContain("Fish &amp; Chips");
  const [services, products] = [
    (await app.call(person, psa.psaServices)).Result!.response,
    (await app.call(person, psa.products)).Result!.response,
  ];
  expect([services.length, products.length]).toEqual([6, 8]);
  for (const call of [psa.services, psa.serviceMappings])
    expect((await app.call(person, call)).Result).toEqual({ response: [], synchronization: { status: "Completed" } });
  expect((await app.call(person, psa.unmatchedOverview)).Result!.response).toEqual({
    customers: 2,
    services: 0,
    contracts: 10,
  });
});

test("PSA-35 PSA-37 a reading that fails says why in both sets of statuses, what was read before stays, and the next ends right", async () => {
  const person = await connected();
  await refreshed(person, "customers");
  const before = (await app.call(person, psa.psaCustomers)).Result!.response;
  await trouble({ kind: "html502" }, { path: "companies" }, 3);
  const failed = await refreshed(person, "customers");
  expect(failed).toMatchObject({ status: "Failed", message: expect.stringMatching(/^ConnectWise answered 502/) });
  expect((await app.call(person, psa.psaCustomers)).Result).toEqual({
    response: before,
    synchronization: { status: "Failed" },
  });
  await worker.control("connectwise", "act", { action: "recycle", id: 251 });
  expect(await refreshed(person, "customers")).toMatchObject({ status: "Completed", message: null });
  const names = (await app.call(person, psa.psaCustomers)).Result!.response.map(({ name }) => name);
  expect([names.length, names.includes("Ashdown and Pryce LLP")]).toEqual([before.length - 1, false]);
  await worker.control("connectwise", "reset", {});
});

test("a refresh pressed twice joins the first, and one that is cancelled changes nothing", async () => {
  const person = await connected();
  await trouble({ kind: "late", ms: 3_000 }, { path: "companies" });
  await app.call(person, psa.refreshCustomers);
  await worker.until(
    async () =>
      (await app.sql("select from psa_syncs where reseller_id = $1 and state = 'InProgress'", [person.resellerId]))
        .length > 0,
    "the beginning",
  );
  expect((await app.call(person, psa.refreshCustomers)).Result!.status).toBe("InProgress");
  const cancelled = await app.call(person, psa.cancelSync, { body: { kind: "customers" } });
  expect(cancelled.Result!.response.status).toBe("Canceled");
  expect(await refreshed(person, "services")).toMatchObject({ status: "Completed" });
  expect(await statusOf(person, "customers")).toMatchObject({ status: "Canceled", completedAt: null });
  expect((await app.call(person, psa.psaCustomers)).Result!.response).toEqual([]);
});

test("a worker that died in the middle is taken up by the next", async () => {
  const person = await connected();
  await app.sql(
    `insert into psa_syncs (reseller_id, kind, id, state, trigger_type, asked_at) values ($1, 'customers', $1, 'InProgress', 'Manual', $2)`,
    [person.resellerId, new Date(app.platform.clock.now())],
  );
  await app.sql(`insert into psa_staged values ($1, $1, 'companies', '1', '{}')`, [person.resellerId]);
  await app.platform.database.write({ role: "app_tenant", resellerId: person.resellerId }, (tx) =>
    app.platform.jobs.file(tx, "psa.sync", { resellerId: person.resellerId, syncId: person.resellerId }),
  );
  expect(await isOver(person, "customers")).toMatchObject({ status: "Completed", done: 20 });
});

test("PSA-07 switched off, neither refresh nor matching is there", async () => {
  const person = await connected({ enabled: false });
  for (const call of [psa.refreshAll, psa.customerMappings, psa.psaCustomers])
    expect((await app.call(person, call)).Error).toBe("psaNotOn");
  expect((await app.call(person, psa.settings)).Result!.response!.enabled).toBe(false);
});

test("keys are sealed, are never shown, and go to no other address than the one they were entered for", async () => {
  const person = await connected();
  const [held] = await app.sql<{ keys: string }>("select keys from psa_connections where reseller_id = $1", [
    person.resellerId,
  ]);
  expect(held!.keys).not.toContain("a-long-secret");
  expect((await app.call(person, psa.settings)).text).not.toMatch(/a-long-secret|public-key|a-client-id/);
  const { keys: _, ...without } = settingsAt({ address: "http://127.0.0.1:1/" });
  const { defaultAgreementType: __, enabled: ___, ...tested } = without;
  for (const answer of [
    await app.call(person, psa.updateSettings, { body: without }),
    await app.call(person, psa.testConnection, { body: tested }),
  ])
    expect(answer.Errors).toEqual({ keys: "Enter the keys again: those held are for another PSA, address or company" });
  const same = { type: psaTypes.connectWise, address: settingsAt().address, company: "harbour" };
  expect((await app.call(person, psa.testConnection, { body: same })).Result).toMatchObject({ succeeded: true });
});

test("another PSA begins with nothing read, and finds its matches when it comes back", async () => {
  const person = await connected();
  await refreshed(person, "customers");
  await app.call(person, psa.updateSettings, {
    body: settingsAt({
      type: psaTypes.autoTask,
      address: worker.simulators.urls.autotask,
      company: "",
      keys: { ...keys, user: "api@liffey.example" },
    }),
  });
  expect((await app.call(person, psa.psaCustomers)).Result).toEqual({
    response: [],
    synchronization: { status: "Unknown" },
  });
  expect(await refreshed(person, "all")).toMatchObject({ status: "Completed" });
  expect((await app.call(person, psa.psaCustomers)).Result!.response).toHaveLength(8);
});

test("what was read whole is read again by itself once it is four hours old, while its flag is on", async () => {
  const person = await connected();
  await refreshed(person, "all");
  await app.sql(
    "update psa_syncs set asked_at = asked_at - interval '5 hours', completed_at = completed_at - interval '5 hours' where reseller_id = $1",
    [person.resellerId],
  );
  const switchFor = (enabled: boolean) =>
    app.sql(
      "insert into reseller_flags values ($1, 'PSADataCaching', $2) on conflict (reseller_id, flag) do update set enabled = $2",
      [person.resellerId, enabled],
    );
  await switchFor(false);
  await fileDueSyncs(worker.platform);
  expect(await statusOf(person, "all")).toMatchObject({ status: "Completed", askedBy: "Robin Tester" });
  await switchFor(true);
  await fileDueSyncs(worker.platform);
  expect(await isOver(person, "all")).toMatchObject({ status: "Completed", askedBy: null });
});

test.each([
  {
    name: "connectwise",
    list: "companies",
    kept: 252,
    renamed: 250,
    inactive: 251,
    key: "name",
    flag: { deletedFlag: true },
  },
  {
    name: "autotask",
    list: "Companies",
    kept: 29682887,
    renamed: 29682885,
    inactive: 29682886,
    key: "companyName",
    flag: { isActive: false },
  },
] as const)(
  "$name: what is read by itself is what changed, which takes nothing away unread, and all of it once a day",
  async (which) => {
    const person = await connected(
      which.name === "autotask"
        ? {
            type: psaTypes.autoTask,
            address: worker.simulators.urls.autotask,
            company: "",
            keys: { ...keys, user: "api@liffey.example" },
          }
        : {},
    );
    await refreshed(person, "all");
    const age = (hours: number) =>
      app.sql(
        `update psa_syncs set asked_at = asked_at - make_interval(hours => $2), read_from = read_from - make_interval(hours => $2),
         whole_from = whole_from - make_interval(hours => $2) where reseller_id = $1`,
        [person.resellerId, hours],
      );
    await app.sql("update psa_connections set changed_at = changed_at - interval '9 days' where reseller_id = $1", [
      person.resellerId,
    ]);
    await app.sql(
      "insert into reseller_flags values ($1, 'PSADataCaching', true) on conflict (reseller_id, flag) do update set enabled = true",
      [person.resellerId],
    );
    const readByItself = async (hours: number) => {
      await age(hours);
      await fileDueSyncs(worker.platform);
      expect(await isOver(person, "all")).toMatchObject({ status: "Completed", askedBy: null });
      const rows = (await app.call(person, psa.psaCustomers)).Result!.response;
      return new Map(rows.map(({ id, name }) => [Number(id), name]));
    };
    const act = (body: object) => worker.control(which.name, "act", body);
    const { list, kept, renamed, inactive, key, flag } = which;
    const first = await readByItself(5);
    await act({ action: "set", list, entity: list, id: renamed, values: { [key]: "Acme Renamed" } });
    await act({ action: "set", list, entity: list, id: inactive, values: flag });
    await act({ action: "remove", list, entity: list, id: kept });
    const second = await readByItself(5);
    const expected = new Map(
      [...first, [renamed, "Acme Renamed"]].filter(([id]) => id !== inactive) as [number, string][],
    );
    expect(second).toEqual(expected);
    expect(second.has(kept)).toBe(true);
    expect((await readByItself(20)).has(kept)).toBe(false);
    await worker.control(which.name, "reset", {});
  },
);

// The last one here: it empties the stand-in.
test("a PSA that shows nothing where something was is not believed, and a name with what cannot be kept is no obstacle", async () => {
  const person = await connected();
  const first = await worker.control("connectwise", "seed", {
    companies: [{ id: 7, identifier: "acme", name: "Acme\0 Dental", deletedFlag: false, status: { name: "Active" } }],
  });
  expect(first).toBeDefined();
  expect(await refreshed(person, "customers")).toMatchObject({ status: "Completed" });
  const companies = async () => (await app.call(person, psa.psaCustomers)).Result!.response;
  expect(await companies()).toEqual([{ id: "7", name: "Acme Dental" }]);
  await worker.control("connectwise", "seed", { companies: [] });
  const { status, message } = await refreshed(person, "customers");
  expect(status).toBe("Failed");
  expect(message).toMatch(/^The PSA shows no companies any more, where there were 1\./);
  expect(await companies()).toHaveLength(1);
});
