import type { CreditCode } from "@tradewind/contract/billing/credit-codes.ts";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const code: CreditCode = {
  Id: "019a0000-0000-7000-8000-0000000000c1",
  Hint: "T9WE",
  Amount: { Minor: "75000", Currency: "GBP" },
  State: "waiting",
  OnlyFor: "Harbour IT",
  ValidUntil: "2027-02-21",
  Reason: "For the outage",
  IssuedBy: "Olive Operator",
  IssuedAt: "2026-11-20T10:12:00.000Z",
  ApprovedBy: null,
  RedeemedBy: null,
  RedeemedAt: null,
  WithdrawnBy: null,
  MayApprove: true,
};
const codes = "/api/operator/credit-codes";
const serve = (Items: CreditCode[], changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/credit-codes": succeeded({ Items, Next: null }),
    ...changes,
  });

test("a code is issued for an amount and a reason, and shown once", async () => {
  await page.viewport(1440, 900);
  const sent = serve([], {
    [`POST ${codes}`]: succeeded({ Id: code.Id, Code: "ABCD-EFGH-JKMN-T9WE", NeedsApproval: true }),
  });
  const { screen } = await renderApp("/operator/credit-codes");
  await expect.element(screen.getByText("No code was issued yet")).toBeVisible();
  await screen.getByRole("button", { name: "Issue a code" }).first().click();
  const dialog = screen.getByRole("dialog", { name: "Issue a code" });
  await dialog.getByRole("textbox", { name: "Amount, GBP" }).fill("750");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("For the outage");
  await expect.element(dialog.getByText(/^Above £500\.00: somebody else must approve it/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Issue code" }).click();
  await expect.element(screen.getByText("ABCD-EFGH-JKMN-T9WE")).toBeVisible();
  await expect.element(screen.getByText(/once somebody else has approved it/)).toBeVisible();
  expect(JSON.parse(sent.find(({ method, path }) => method === "POST" && path === codes)!.body)).toMatchObject({
    Amount: { Minor: "75000", Currency: "GBP" },
    Reason: "For the outage",
  });
});

test("a code that waits is approved by whoever did not issue it, and what was decided meanwhile is said", async () => {
  const path = `/api/operator/credit-codes/${code.Id}`;
  const sent = serve([code, { ...code, Id: code.Id.replace(/1$/, "2"), MayApprove: false }], {
    [`POST ${path}/approve`]: refused(409, "creditCodeOver", "It was withdrawn meanwhile."),
    [`POST ${path}/withdraw`]: succeeded({}),
  });
  const { screen } = await renderApp("/operator/credit-codes");
  const menus = screen.getByRole("button", { name: /^Actions for / });
  await menus.nth(1).click();
  await expect.element(screen.getByRole("button", { name: "Withdraw", exact: true })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Approve", exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await menus.first().click();
  await screen.getByRole("button", { name: "Approve", exact: true }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect.element(screen.getByText("It was withdrawn meanwhile.")).toBeVisible();
  expect(sent.some(({ path: asked }) => asked === `${path}/approve`)).toBe(true);
});
