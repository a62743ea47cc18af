import type { GatewayAnswer, PaymentGateway, SeenPayment } from "@tradewind/vendors/gateways.ts";
import type { TestApp } from "./test-app.ts";

/** Gives a product a gateway that says yes to everything, for the tests that are about every endpoint. */
export function withPaperGateway(app: TestApp): void {
  const seen = (ref: string, state: SeenPayment["state"], key: string | null = null): GatewayAnswer => ({
    outcome: "seen",
    payment: {
      ref,
      key,
      state,
      amount: { minor: 1_000n, currency: "GBP" },
      returnedMinor: 0n,
      clientSecret: null,
      paidWith: null,
      failure: null,
    },
  });
  const gateway: PaymentGateway = {
    id: "paper",
    name: "Paper",
    browser: { publishableKey: "pk_test", scriptUrl: "https://js.example", frames: [], calls: [] },
    create: async ({ key }) => seen(`pi_${key.replaceAll("-", "")}`, "submitted", key),
    confirm: async ({ ref }) => seen(ref, "needsAction"),
    cancel: async ({ ref }) => seen(ref, "cancelled"),
    read: async (ref) => seen(ref, "submitted"),
    verify: () => undefined,
  };
  Object.assign(app.platform, { gateway });
}
