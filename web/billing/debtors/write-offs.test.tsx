import type { WriteOff } from "@tradewind/contract/billing/write-offs.ts";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded, type Sent } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const writeOff: WriteOff = {
  Id: "019a0000-0000-7000-8000-0000000000f1",
  ResellerId: "019a0000-0000-7000-8000-000000000001",
  Reseller: "Harbour IT",
  InvoiceId: "019a0000-0000-7000-8000-00000000000b",
  Number: "TW-000118",
  DueOn: "2026-05-02",
  Kind: "badDebt",
  State: "waiting",
  Amount: { Minor: "75000", Currency: "GBP" },
  Vat: { Minor: "12500", Currency: "GBP" },
  Reason: "In administration",
  EnteredBy: "Olive Operator",
  EnteredAt: "2026-11-20T10:12:00.000Z",
  DecidedBy: null,
  DecidedAt: null,
  TakenBackBy: null,
  TakenBackAt: null,
  MayApprove: true,
};
const serve = (Items: WriteOff[], changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/write-offs": succeeded({ Items, Next: null }),
    ...changes,
  });
const writes = (sent: readonly Sent[]) =>
  sent.filter(({ method, path }) => method === "POST" && path.startsWith("/api/operator")).map(({ path }) => path);
const open = async () => (await renderApp("/operator/write-offs")).screen;

test("what waits is approved by whoever did not enter it, and what was decided meanwhile is said", async () => {
  await page.viewport(1440, 900);
  const path = `/api/operator/write-offs/${writeOff.Id}`;
  const sent = serve([writeOff, { ...writeOff, Id: writeOff.Id.replace(/1$/, "2"), MayApprove: false }], {
    [`POST ${path}/approve`]: refused(409, "approvalOver", "It was refused meanwhile."),
    [`POST ${path}/refuse`]: succeeded({ ...writeOff, State: "refused" }),
  });
  const screen = await open();
  const menus = screen.getByRole("button", { name: /^Actions for / });
  await menus.nth(1).click();
  await expect.element(screen.getByRole("button", { name: "Refuse", exact: true })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Approve", exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await menus.first().click();
  await screen.getByRole("button", { name: "Approve", exact: true }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText(/£750\.00 of invoice TW-000118 of Harbour IT/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect.element(dialog.getByText("It was refused meanwhile.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await menus.first().click();
  await screen.getByRole("button", { name: "Refuse", exact: true }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(writes(sent)).toEqual([`${path}/approve`, `${path}/refuse`]);
});

test("what is posted can be taken back, on a phone too; what is over has no actions", async () => {
  await page.viewport(390, 844);
  const decided = { DecidedBy: "Ada Operator", DecidedAt: "2026-11-21T10:12:00.000Z", MayApprove: false };
  const posted: WriteOff = { ...writeOff, ...decided, State: "posted" };
  const sent = serve(
    [posted, { ...posted, Id: writeOff.Id.replace(/1$/, "2"), State: "refused", Reseller: "Acme Resale" }],
    { [`POST /api/operator/write-offs/${writeOff.Id}/take-back`]: succeeded({ ...posted, State: "takenBack" }) },
  );
  const screen = await open();
  await expect.element(screen.getByText("Acme Resale")).toBeVisible();
  const menus = screen.getByRole("button", { name: /^Actions for / });
  await expect.element(menus.nth(1)).not.toBeInTheDocument();
  await menus.first().click();
  await screen.getByRole("button", { name: "Take back", exact: true }).click();
  await expect.element(screen.getByText(/open by that amount again/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(writes(sent)).toEqual([`/api/operator/write-offs/${writeOff.Id}/take-back`]);
});

test("where nothing was written off it says how that is done", async () => {
  serve([]);
  const screen = await open();
  await expect.element(screen.getByText("Nothing was written off yet")).toBeVisible();
});
