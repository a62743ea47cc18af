import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { tellFromAnotherTab } from "../../test/another-tab.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";
import type { Business, BusinessRequest } from "./my-business.queries.ts";

const waiting: BusinessRequest = {
  Id: "019a0000-0000-7000-8000-000000000050",
  Name: "Harbour IT Ltd",
  VatNumber: "GB123456727",
  CompanyNumber: "",
  Before: { Name: "Harbour IT", VatNumber: "GB123456727", CompanyNumber: "" },
  Status: "Waiting",
  AskedBy: "Hannah Reid",
  AskedAt: "2026-05-20T10:00:00.000Z",
  DecidedBy: null,
  Note: null,
};
const harbour: Business = {
  Name: "Harbour IT",
  VatNumber: "GB123456727",
  IsVatNumberWrong: false,
  CompanyNumber: "",
  Country: "GB",
  Currency: "GBP",
  Address1: "1 Quay Street",
  Address2: "",
  TownCity: "Bristol",
  County: "",
  PostCode: "BS1 4AA",
  Telephone: "",
  ContactName: "",
  ContactEmail: "",
  BillingEmail: "accounts@harbour.example",
  BillingDetails: { PreferredPaymentMethod: null },
  Version: 2,
  MayChange: true,
  Requests: [],
};
const serve = (
  changes: Partial<Business> = {},
  more: Parameters<typeof fakeApi>[0] = {},
  session: Parameters<typeof sessionOf>[0] = {},
) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf(session)),
    "GET /api/my-business": succeeded({ ...harbour, ...changes }),
    ...more,
  });

test.each(widths)("ACL-16 SET-03 the company, its contacts and what was asked for show at %i px", async (width) => {
  await page.viewport(width, 900);
  const sent = serve({ Requests: [waiting] });
  const { screen } = await renderApp("/my-business");
  await expect.element(screen.getByRole("heading", { level: 1, name: "My business" })).toBeVisible();
  expect(sent.map(({ path }) => path)).toContain("/api/my-business");
  await expect.element(screen.getByText("GB123456727").first()).toBeVisible();
  await expect.element(screen.getByText("Harbour IT → Harbour IT Ltd")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Request a change" })).toBeDisabled();
  expect(await faults()).toEqual([]);
});

test("a VAT number that does not count is said before the next invoice", async () => {
  serve({ Country: "IE", VatNumber: "applied for", IsVatNumberWrong: true });
  const { screen } = await renderApp("/my-business");
  await expect.element(screen.getByText(/“applied for” is not a VAT number of Ireland/)).toBeVisible();
});

test("ACL-16 without the view the address is refused", async () => {
  serve({}, {}, { views: ["home", "settings"] });
  const { router } = await renderApp("/my-business");
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
});

test("contacts are saved with the version seen; a refusal lands on its field", async () => {
  const sent = serve(
    {},
    {
      "PUT /api/my-business": refused(400, "invalidRequest", "Some values cannot be used.", {
        TownCity: "No such town",
      }),
    },
  );
  const { screen } = await renderApp("/my-business");
  await screen.getByRole("button", { name: "Edit", exact: true }).click();
  expect(await faults()).toEqual([]);
  await screen.getByRole("textbox", { name: "Town or city" }).fill("Bath");
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText("No such town")).toBeVisible();
  const body = JSON.parse(sent.findLast(({ method }) => method === "PUT")!.body) as object;
  expect(body).toMatchObject({ Version: 2, TownCity: "Bath", BillingEmail: "accounts@harbour.example" });
});

test("name and numbers are asked for, and taken back while they wait", async () => {
  serve(
    {},
    {
      "POST /api/my-business/requests": succeeded({ ...harbour, Requests: [waiting] }),
      "POST /api/my-business/requests/withdraw": succeeded({
        ...harbour,
        Requests: [{ ...waiting, Status: "Withdrawn" }],
      }),
    },
  );
  const { screen } = await renderApp("/my-business");
  await screen.getByRole("button", { name: "Request a change" }).click();
  await screen.getByRole("textbox", { name: "Company name" }).fill("Harbour IT Ltd");
  await screen.getByRole("button", { name: "Send request" }).click();
  await expect.element(screen.getByText("Waiting")).toBeVisible();
  await screen.getByRole("button", { name: "Withdraw" }).click();
  await expect.element(screen.getByText("Withdrawn")).toBeVisible();
});

test("what somebody else changes shows without a reload", async () => {
  let now = harbour;
  serve({}, { "GET /api/my-business": () => succeeded(now) });
  const { screen } = await renderApp("/my-business");
  await expect.element(screen.getByText("Bristol")).toBeVisible();
  now = { ...harbour, TownCity: "Bath", Version: 3 };
  await expect
    .poll(() => {
      tellFromAnotherTab("myBusiness");
      return screen.getByText("Bath").elements();
    })
    .toHaveLength(1);
});

test("an engineer reads and changes nothing; a failed page shows a message", async () => {
  serve({ MayChange: false }, {}, { kind: "engineer" });
  const { screen } = await renderApp("/my-business");
  await expect.element(screen.getByText("You can view this page")).toBeVisible();
  expect(screen.getByRole("button", { name: "Edit", exact: true }).elements()).toHaveLength(0);
  await screen.unmount();
  serve({}, { "GET /api/my-business": refused(400, "invalidRequest", "It cannot be read.") });
  const failing = await renderApp("/my-business");
  await expect.element(failing.screen.getByText("It cannot be read.")).toBeVisible();
});

test("the operator accepts what a company asks for, with a note", async () => {
  await page.viewport(1440, 900);
  const sent = serve(
    {},
    {
      "GET /api/operator/business-requests": succeeded({
        Items: [{ ...waiting, ResellerId: waiting.Id, Reseller: "Harbour IT" }],
        WrongVatNumbers: [{ Reseller: "Liffey Cloud", VatNumber: "applied for" }],
        WithoutAddress: ["Slieve Networks"],
      }),
      [`POST /api/operator/business-requests/${waiting.Id}/decide`]: succeeded({}),
    },
    { kind: "admin", views: [], permissions: [] },
  );
  const { screen } = await renderApp("/operator/company-changes");
  await expect.element(screen.getByText(/Liffey Cloud \(applied for\)/)).toBeVisible();
  await expect.element(screen.getByText(/no complete address for their invoices: Slieve Networks/)).toBeVisible();
  await screen.getByRole("button", { name: "Accept" }).click();
  await screen.getByRole("textbox", { name: /Note to the company/ }).fill("Checked.");
  expect(await faults()).toEqual([]);
  await screen.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
  await expect
    .poll(() => sent.findLast(({ path }) => path.endsWith("/decide"))?.body)
    .toBe(JSON.stringify({ Accept: true, Note: "Checked." }));
});
