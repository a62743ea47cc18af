import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { afterAll, expect } from "vitest";
import { issueInvoicesDue } from "../billing/invoices/invoice-run.actions.ts";
import { partsOf } from "../billing/invoices/invoice-parts.reads.ts";
import { drawUbl } from "../billing/invoices/invoice-ubl.ts";
import { findInvoice } from "../billing/invoices/invoices.store.ts";
import { openDatabase, type Database } from "../platform/database.ts";
import { addCharges, type TestCharge } from "./charges.ts";
import { brokenRules } from "./e-invoice-rules.ts";
import type { Person, TestApp } from "./test-app.ts";

/** Issues invoices as the worker does, and lists them as their reseller. */
export function invoicing(app: TestApp) {
  const database = openDatabase(app.database.workerUrl, { max: 1 });
  afterAll(async () => {
    await expectGoodEInvoices(app, database);
    await database.close();
  });
  const issue = (day: string) => issueInvoicesDue({ ...app.platform, database }, day);

  /** Adds a reseller invoiced monthly from January 2026 up to `day`. */
  async function invoiced(
    charges: readonly TestCharge[],
    day = "2026-02-01",
    changes: Parameters<typeof app.signIn>[0] = {},
  ) {
    const person = await app.signIn(changes);
    await addCharges(app, person.resellerId, charges);
    await issue(day);
    return person;
  }
  const list = async (person: Person, query: object = {}) =>
    (await app.call(person, invoices.list, { query })).Result!.Items;
  return { database, issue, invoiced, list };
}

/** Holds every document that the tests of a file issued to the rules of e-invoices. */
async function expectGoodEInvoices(app: TestApp, database: Database) {
  const issued = await app.sql<{ reseller_id: string; id: string; number: string }>(
    "select reseller_id, id, number from invoices order by id limit 500",
  );
  const broken = await database.read({ role: "app_worker" }, async (db) => {
    const found = [];
    for (const { reseller_id: resellerId, id, number } of issued) {
      const row = await findInvoice(db, resellerId, "2026-01-01", id);
      const { lines, taxes, summed } = await partsOf(db, resellerId, id);
      for (const rule of brokenRules(String(await drawUbl(row!, lines, taxes, summed))))
        found.push(`${number}: ${rule}`);
    }
    return found;
  });
  expect(broken).toEqual([]);
}
