import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { services } from "@tradewind/contract/ordering/services.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";
import { address, instanceId, service } from "./service-actions-fixtures.ts";

const added = {
  Id: "019a0000-0000-7000-8000-0000000000d1",
  SubscriptionName: "Business Premium",
  EffectiveAt: "2026-05-20T10:00:00.000Z",
  RecordedAt: "2026-05-20T10:00:00.000Z",
  Kind: "seatsAdded",
  Text: "Added 5 licences",
};
const then = {
  Name: "Business Premium",
  Term: "P1Y" as const,
  Billing: "monthly" as const,
  Quantity: 10,
  Status: "active" as const,
  UnitCost: "15.09",
  CustomerPrice: null,
  TermFrom: "2026-05-01",
  TermUntil: "2027-05-01",
  TermEnd: { Outcome: "renew" as const, OfferId: null, Quantity: null, Until: null },
  Attributes: [],
};
const compared: ResultOf<typeof services.asOf> = {
  Subscriptions: [
    {
      Id: "019a0000-0000-7000-8000-0000000000b1",
      Name: "Business Premium",
      Unit: "Licence",
      Then: then,
      Now: { ...then, Quantity: 15, TermEnd: { Outcome: "cancel", OfferId: null, Quantity: null, Until: null } },
    },
    { Id: "019a0000-0000-7000-8000-0000000000b2", Name: "Defender", Unit: "Licence", Then: null, Now: then },
  ],
  Changes: [added],
};

async function open() {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/services/${instanceId}`]: succeeded({ ...service, History: [added] }),
    [`GET /api/services/${instanceId}/as-of`]: succeeded(compared),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: /^History/ }).click();
  await screen.getByRole("button", { name: "As it was on…" }).click();
  const dialog = screen.getByRole("dialog", { name: "As it was on…" });
  await expect.element(dialog.getByRole("row", { name: "Quantity 10 licences 15 licences" })).toBeVisible();
  return { sent, dialog };
}

test("F10 a service's history shows how it stood on a day, as was known on another, beside now", async () => {
  const { sent, dialog } = await open();
  const asked = () => sent.filter(({ path }) => path.endsWith("/as-of")).at(-1)!.query;
  expect([asked().get("On"), asked().get("KnownOn")]).toEqual(["2026-05-14", "2026-05-21"]);
  await expect.element(dialog.getByRole("row", { name: "At the end of the term Renews Ends" })).toBeVisible();
  await expect.element(dialog.getByRole("row", { name: "Status Not there yet Active" })).toBeVisible();
  await expect.element(dialog.getByText("Added 5 licences", { exact: false })).toBeVisible();

  await dialog.getByRole("textbox", { name: "As we knew it on" }).fill("18/05/2026");
  await expect.poll(() => asked().get("KnownOn")).toBe("2026-05-18");
});

test.each(bothEnds)("how a service stood has no accessibility faults at %i", async (width) => {
  await page.viewport(width, 900);
  await open();
  expect(await faults()).toEqual([]);
});
