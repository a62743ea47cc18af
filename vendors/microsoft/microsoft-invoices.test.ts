/** What Microsoft bills us for what it provided, as it says it in its files. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { control } from "../test-support.ts";
import { type Connection, VendorUnavailable } from "../vendor.ts";
import { microsoft } from "./microsoft.ts";
import { partnerCenter } from "./microsoft-api.ts";

let simulators: Simulators;
let dataDir: string;
let connection: Connection;
let customerId: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "invoices-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  await exportsTake(0);
  const help = { now: Date.now, newId: randomUUID } as Parameters<typeof microsoft.connect>[1];
  connection = microsoft.connect(simulators.settings, help);
  const api = partnerCenter({
    apiUrl: simulators.urls.microsoft,
    identityUrl: simulators.urls.identity,
    tenant: "partner.example",
    clientId: "portal",
    clientSecret: "a-long-secret",
    refreshToken: "a-refresh-token",
    now: Date.now,
    newId: randomUUID,
  });
  const defaultAddress = { addressLine1: "1 High Street", city: "Leeds", postalCode: "LS1 1AA", country: "GB" };
  const made = await api.createCustomer(
    {
      companyProfile: { domain: `acme-${randomUUID().slice(0, 8)}.onmicrosoft.com` },
      billingProfile: {
        email: "a@acme.example",
        culture: "en-GB",
        language: "en",
        companyName: "Acme",
        defaultAddress,
      },
    },
    randomUUID(),
  );
  customerId = made.id;
});

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const moveTo = async (instant: number) =>
  control(simulators.urls.microsoft, "clock", { offsetMs: instant - Date.now() });
const act = <T>(body: object) => control<T>(simulators.urls.microsoft, "act", body);
const sell = (quantity: number) => act<{ id: string }>({ action: "sell", customerId, quantity });

/** Files are made while they are asked for, or some time later. */
const exportsTake = (exportMs: number) => control(simulators.urls.microsoft, "seed", { delays: { exportMs } });

async function readAll(ref: string) {
  const lines = [];
  for await (const some of connection.invoices!.read(ref)) lines.push(...some);
  return lines;
}

test("a month's invoice has a line for all that was bought, added, given back and begun in it, in Microsoft's rounding", async () => {
  await moveTo(Date.UTC(2027, 2, 10, 9));
  const { id } = await sell(10);
  await moveTo(Date.UTC(2027, 2, 20, 9));
  await act({ action: "setQuantity", subscriptionId: id, quantity: 13 });
  await moveTo(Date.UTC(2027, 2, 22, 9));
  await act({ action: "setQuantity", subscriptionId: id, quantity: 12 });
  await moveTo(Date.UTC(2027, 3, 7, 9));
  expect(await connection.invoices!.list()).toEqual([]);

  await moveTo(Date.UTC(2027, 3, 8, 9));
  const [march] = await connection.invoices!.list();
  expect(march).toMatchObject({ currency: "GBP", issuedOn: "2027-04-08", from: "2027-03-01", until: "2027-04-01" });
  const period = { vendorRef: id, tenantRef: customerId, customerName: "Acme", until: "2027-04-10" };
  // 31 days at 4.69: 21 of them are 3.177..., 18 of them 2.723...
  expect(await readAll(march!.ref)).toMatchObject([
    {
      ...period,
      charge: "period",
      chargeType: "new",
      from: "2027-03-10",
      quantity: 10,
      unitPrice: "4.69000000",
      amount: { minor: 4690n },
    },
    { ...period, charge: "added", chargeType: "addQuantity", from: "2027-03-20", quantity: 3, amount: { minor: 951n } },
    {
      ...period,
      charge: "returned",
      chargeType: "removeQuantity",
      from: "2027-03-23",
      quantity: -1,
      amount: { minor: -272n },
    },
  ]);

  await moveTo(Date.UTC(2027, 4, 8, 9));
  const april = (await connection.invoices!.list()).find(({ from }) => from === "2027-04-01")!;
  await exportsTake(1_000);
  expect(await readAll(april.ref)).toMatchObject([
    { charge: "period", chargeType: "renew", from: "2027-04-10", until: "2027-05-10", quantity: 12 },
  ]);
  await exportsTake(0);
});

test("what is cut off in the middle of a file, or not there, is an error and never a short invoice", async () => {
  const [march] = await connection.invoices!.list();
  const faults = `${simulators.urls.microsoft}/__sim/faults`;
  const arm = (fault: object) =>
    fetch(faults, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(fault) });
  await arm({ match: { path: "billing-exports" }, fault: { kind: "truncate" } });
  await expect(readAll(march!.ref)).rejects.toThrow(VendorUnavailable);
  expect(await readAll(march!.ref)).toHaveLength(3);
  await expect(readAll("G000")).rejects.toThrow("The invoice was not found");
});

test("use is billed day by day, in several files, with all places of its amounts, and never a second time by its sums", async () => {
  const subscriptionId = randomUUID();
  const used = { action: "use", subscriptionId, customerId, unitPrice: 0.0001234 };
  await moveTo(Date.UTC(2027, 5, 3, 9));
  await act({ ...used, quantity: 0.25, day: "2027-06-02", times: 1_201 });
  await act({ ...used, quantity: 1e-7, day: "2027-06-03", meterId: "storage", meterName: "Hot LRS" });
  await moveTo(Date.UTC(2027, 6, 8, 9));
  const june = (await connection.invoices!.list()).find(({ from }) => from === "2027-06-01")!;
  const lines = (await readAll(june.ref)).filter(({ vendorRef }) => vendorRef === subscriptionId);
  expect(lines).toHaveLength(1_202);
  expect(lines[0]).toMatchObject({
    tenantRef: customerId,
    name: "Azure plan: D2s v5",
    charge: "usage",
    from: "2027-06-02",
    until: "2027-06-03",
    quantity: "0.25000000",
    unitPrice: "0.00012340",
    exactAmount: "0.00003085",
    amount: { minor: 0n, currency: "GBP" },
  });
  expect(lines.at(-1)).toMatchObject({ meter: "storage", quantity: "0.00000010", exactAmount: "0.00000000" });
});

test("Azure is billed by the cells that Cost Management tells, by subscription and customer, and what is corrected since by the next file", async () => {
  const { id } = await act<{ id: string }>({ action: "openAzure", customerId, name: "Shop" });
  await moveTo(Date.UTC(2027, 7, 8, 9));
  const invoiceOf = async (month: string) => (await connection.invoices!.list()).find(({ from }) => from === month)!;
  const linesOf = async (month: string) =>
    (await readAll((await invoiceOf(month)).ref)).filter(({ vendorRef }) => vendorRef === id);
  const told = async (to: string) => connection.spend!.read({ tenantRef: customerId, ref: id, from: "2027-07-01", to });
  const sumOf = (amounts: (string | undefined)[]) =>
    amounts.reduce((all, amount) => all + Math.round(Number(amount) * 10_000), 0);
  const july = await linesOf("2027-07-01");
  expect(july[0]).toMatchObject({
    tenantRef: customerId,
    charge: "usage",
    name: expect.stringMatching(/^Azure plan: /),
  });
  expect(sumOf(july.map(({ exactAmount }) => exactAmount))).toBe(
    sumOf((await told("2027-07-31")).map(({ cost }) => cost)),
  );

  await act({ action: "azureDay", subscriptionId: id, day: "2027-07-20", resource: "orders-db", factor: 0.5 });
  await moveTo(Date.UTC(2027, 8, 8, 9));
  const august = await linesOf("2027-08-01");
  const late = august.filter(({ from }) => from < "2027-08-01");
  expect(late.map(({ from }) => from)).toEqual(["2027-07-20", "2027-07-20"]);
  expect(sumOf([...july, ...late].map(({ exactAmount }) => exactAmount))).toBe(
    sumOf((await told("2027-07-31")).map(({ cost }) => cost)),
  );
});
