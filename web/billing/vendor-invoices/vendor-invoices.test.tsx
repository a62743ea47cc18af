import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const [invoiceId, id] = ["019a0000-0000-7000-8000-0000000000a1", "019a0000-0000-7000-8000-0000000000a2"];
const gbp = (Minor: string) => ({ Minor, Currency: "GBP" });
const invoice = {
  Id: invoiceId,
  VendorName: "Microsoft",
  Number: "G700000123",
  IssuedOn: "2026-06-08",
  PeriodFrom: "2026-05-01",
  PeriodUntil: "2026-06-01",
  ReadAt: "2026-06-08T00:05:00.000Z",
  Source: "invoice",
  Trouble: null,
  Lines: 1204,
  Theirs: gbp("1234567"),
  Ours: gbp("1230000"),
  Apart: gbp("4567"),
  Open: 1,
};
const line = {
  Id: id,
  Kind: "quantity",
  For: "period",
  Name: "Microsoft 365 Business Standard",
  CustomerName: "Acme Dental",
  ResellerName: "Harbour IT",
  VendorRef: "5d0c2b7e",
  Text: "Microsoft bills 11 for 10/05/2026 to 09/06/2026, and we owe for 10",
  Theirs: gbp("9680"),
  Ours: gbp("8800"),
  Apart: gbp("880"),
  State: "open",
  DecidedBy: null,
  DecidedAt: null,
  Note: null,
  Decisions: ["accept", "dispute", "correct"],
};
const margin = {
  Month: "2026-06-01",
  VendorName: "Microsoft",
  Revenue: gbp("100000"),
  Cost: gbp("94000"),
  Margin: gbp("6000"),
};
const session = { "GET /api/session": succeeded(sessionOf({ kind: "admin" })) };
const one = `GET /api/operator/vendor-invoices/${invoiceId}`;

test("a vendor's invoices stand with what we owe, how many lines wait, and the margin by month", async () => {
  fakeApi({
    ...session,
    "GET /api/operator/vendor-invoices": succeeded({ Items: [invoice], Next: null }),
    "GET /api/operator/vendor-margins": succeeded({ Rows: [margin] }),
  });
  const { screen } = await renderApp("/operator/vendor-invoices");
  await expect.element(screen.getByRole("link", { name: "Microsoft G700000123" })).toBeVisible();
  await expect.element(screen.getByText("1 to decide")).toBeVisible();
  await expect
    .element(screen.getByRole("row", { name: /June 2026 Microsoft £1,000.00 £940.00 £60.00 6.0%/ }))
    .toBeVisible();
  expect(await faults()).toEqual([]);
});

test("without invoices the list says where they come from, and a refusal says why", async () => {
  fakeApi({
    ...session,
    "GET /api/operator/vendor-invoices": succeeded({ Items: [], Next: null }),
    "GET /api/operator/vendor-margins": refused(403, "PermissionNotFound", "You may not see this."),
  });
  const { screen } = await renderApp("/operator/vendor-invoices");
  await expect.element(screen.getByText("No invoices yet")).toBeVisible();
  await expect.element(screen.getByText("You may not see this.")).toBeVisible();
});

test("a line that differs is disputed with a reason, which the dialog asks for", async () => {
  const sent = fakeApi({
    ...session,
    [`${one}/sums`]: succeeded({
      Invoice: invoice,
      Causes: [{ Kind: "quantity", Count: 1, Open: 1, Apart: gbp("880") }],
    }),
    [`${one}/differences`]: succeeded({ Items: [line], Next: null }),
    [`POST /api/operator/vendor-bill-differences/${id}/settle`]: succeeded({ ...line, State: "disputed" }),
  });
  const { screen } = await renderApp(`/operator/vendor-invoices/${invoiceId}`);
  await expect.element(screen.getByText(`${line.Text}.`)).toBeVisible();
  await expect.element(screen.getByText("Other quantity, 1")).toBeVisible();
  expect(sent.find(({ path }) => path.endsWith("/differences"))?.query.get("State")).toBe("open");
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Dispute" }).click();
  const dialog = screen.getByRole("dialog", { name: "Dispute this line with the vendor?" });
  await dialog.getByRole("button", { name: "Dispute" }).click();
  await expect.element(dialog.getByText("A reason is required")).toBeVisible();
  await dialog.getByLabelText("Reason").fill("Ten were ordered, see ticket 4711");
  await dialog.getByRole("button", { name: "Dispute" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/settle"))?.body)
    .toBe(JSON.stringify({ Decision: "dispute", Reason: "Ten were ordered, see ticket 4711" }));
  await expect.element(screen.getByText("The line is disputed")).toBeVisible();
});

test("a report of use stands at our prices, and one that could not be read says why", async () => {
  const report = { ...invoice, VendorName: "Acronis", Number: "usage-2026-05-GBP", Source: "report" };
  const unread = { ...report, ReadAt: null, Trouble: "Acronis did not answer", Open: 0 };
  fakeApi({
    ...session,
    "GET /api/operator/vendor-invoices": succeeded({ Items: [unread], Next: null }),
    "GET /api/operator/vendor-margins": succeeded({ Rows: [margin] }),
    [`${one}/sums`]: succeeded({ Invoice: unread, Causes: [] }),
    [`${one}/differences`]: succeeded({ Items: [], Next: null }),
  });
  const { screen } = await renderApp("/operator/vendor-invoices");
  await expect.element(screen.getByText("Not read, tried again daily")).toBeVisible();
  await screen.getByRole("link", { name: "Acronis report of use" }).click();
  await expect.element(screen.getByText("This report could not be read, and is tried again each day")).toBeVisible();
  await expect.element(screen.getByText("Acronis did not answer.")).toBeVisible();
  await expect.element(screen.getByText("They report")).toBeVisible();
  expect(await faults()).toEqual([]);
});
