import { randomUUID } from "node:crypto";
import type { MethodVault } from "@tradewind/vendors/method-vault.ts";
import type { TestApp } from "./test-app.ts";

/** Gives a product a vault that says yes to everything, for the tests that are about every endpoint. */
export function withPaperVault(app: TestApp): void {
  const vault: MethodVault = {
    id: "paper",
    name: "Paper",
    browser: { scriptUrl: "https://pages.example/pages.js", frames: [] },
    ensureAccount: async ({ number }) => `account-of-${number}`,
    hasPage: () => true,
    authorise: async () => ({
      signature: "c2lnbmVk",
      token: randomUUID(),
      key: "a2V5",
      tenantId: "12270",
      pageId: "page",
      url: "https://pages.example/page",
    }),
    isSigned: () => true,
    // The number names the account that it is read in.
    read: async (ref) => ({
      ref,
      accountRef: ref.split("_")[0]!,
      kind: "card",
      isActive: true,
      brand: "Visa",
      lastFour: "4242",
      expires: { month: 12, year: 2030 },
      createdAt: null,
    }),
    close: async () => {},
    charges: {
      make: async ({ key, amount }) => ({
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
        },
      }),
      find: async () => undefined,
      read: async () => ({ outcome: "unknown", why: "It is made of paper" }),
    },
    save: async () => {},
  };
  Object.assign(app.platform, { vault });
}
