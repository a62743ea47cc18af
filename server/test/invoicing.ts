import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { afterAll } from "vitest";
import { issueInvoicesDue } from "../billing/invoices/invoice-run.actions.ts";
import { openDatabase } from "../platform/database.ts";
import { addCharges, type TestCharge } from "./charges.ts";
import type { Person, TestApp } from "./test-app.ts";

/** Issues invoices as the worker does, and lists them as their reseller. */
export function invoicing(app: TestApp) {
  const database = openDatabase(app.database.workerUrl, { max: 1 });
  afterAll(() => database.close());
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
