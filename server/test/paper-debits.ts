import { randomUUID } from "node:crypto";
import type { DebitProvider } from "@tradewind/vendors/debits.ts";
import type { TestApp } from "./test-app.ts";

/** Gives a product a provider of direct debits that says yes to everything, for the tests that are about every endpoint. */
export function withPaperDebits(app: TestApp): void {
  const debits: DebitProvider = {
    id: "paper",
    name: "Paper",
    prepare: async () => randomUUID(),
    begin: async (ref) => ref,
    findBegun: async (ref) => ref,
    read: async (ref) => ({
      ref,
      status: "active",
      reference: "PAPER-1",
      bankName: "Paper Bank",
      ending: "11",
      nextChargeOn: "2026-03-05",
      failure: null,
    }),
    cancel: async () => {},
    charges: {
      make: async ({ key, amount, day }) => ({
        outcome: "seen",
        payment: {
          ref: key.replaceAll("-", ""),
          key,
          state: "processing",
          amount,
          returnedMinor: 0n,
          clientSecret: null,
          paidWith: null,
          failure: null,
          chargeOn: day,
        },
      }),
      find: async () => undefined,
      read: async () => ({ outcome: "unknown", why: "It is made of paper" }),
    },
    verify: () => ({ mandates: [], payments: [] }),
  };
  Object.assign(app.platform, { debits });
}
