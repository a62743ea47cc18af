import type { Agreement } from "@tradewind/contract/catalogue/agreements.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { fieldOf, journeyOf, stepOf } from "./journey-fixtures.ts";

const customerId = "019a0000-0000-7000-8000-000000000001";
const instanceId = "019a0000-0000-7000-8000-0000000000f1";
const address = `/customers/customer/${customerId}/add-service/office-365`;
type Handlers = Parameters<typeof fakeApi>[0];

async function open(handlers: Handlers = {}, at = address, title = "Add Microsoft 365") {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/office-365": succeeded(journeyOf()),
    "POST /api/proposals": succeeded(proposalOf()),
    ...handlers,
  });
  const app = await renderApp(at);
  await expect.element(app.screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
  return { ...app, sent };
}
async function heading(screen: Awaited<ReturnType<typeof open>>["screen"], name: string) {
  await expect.element(screen.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
}
const next = (screen: Awaited<ReturnType<typeof open>>["screen"]) =>
  screen.getByRole("button", { name: "Next", exact: true }).click();

async function toReview(screen: Awaited<ReturnType<typeof open>>["screen"]) {
  await screen.getByLabelText("Accepted by").fill("Priya Shah");
  await next(screen);
  await next(screen);
  await screen.getByRole("checkbox", { name: "Business Basic" }).click();
  await next(screen);
  await next(screen);
  await heading(screen, "Review and order");
}

test("ORD-58 ORD-60 next and previous go over what an answer hides", async () => {
  const { screen } = await open();
  await heading(screen, "Microsoft tenant");
  await screen.getByLabelText("Accepted by").fill("Priya Shah");
  await next(screen);
  await heading(screen, "Before you choose");
  await screen.getByRole("button", { name: "Previous" }).click();
  await screen.getByRole("checkbox", { name: "They have a tenant" }).click();
  await next(screen);
  await expect.element(screen.getByRole("heading", { level: 2, name: "Existing tenant" })).toBeVisible();
});

test("answers come back after a reload, not once the page was left, and not to a journey that has changed", async () => {
  const { screen } = await open();
  await screen.getByLabelText("Accepted by").fill("Priya Shah");
  await next(screen);
  await heading(screen, "Before you choose");
  const name = Object.keys(sessionStorage).find((each) => each.startsWith("draft:"))!;
  const kept = sessionStorage.getItem(name)!;
  await screen.unmount();
  expect(Object.keys(sessionStorage)).toEqual([]);

  // A reload ends the page without unmounting it.
  const reload = () => sessionStorage.setItem(name, kept);
  reload();
  const again = await open();
  await heading(again.screen, "Before you choose");
  await again.screen.getByRole("button", { name: "Previous" }).click();
  await expect.element(again.screen.getByLabelText("Accepted by")).toHaveValue("Priya Shah");
  await again.screen.unmount();

  reload();
  const [first, ...others] = journeyOf().Steps;
  const changed = journeyOf({ Steps: [{ ...first!, Text: "Asked anew." }, ...others] });
  const other = await open({ "GET /api/journeys/route/office-365": succeeded(changed) });
  await heading(other.screen, "Microsoft tenant");
  await expect.element(other.screen.getByLabelText("Accepted by")).toHaveValue("");
});

test("ORD-59 there is no previous on the first step and no next on the last", async () => {
  const { screen } = await open();
  await heading(screen, "Microsoft tenant");
  expect(screen.getByRole("button", { name: "Previous" }).elements()).toHaveLength(0);
  await toReview(screen);
  expect(screen.getByRole("button", { name: "Next", exact: true }).elements()).toHaveLength(0);
  await expect.element(screen.getByRole("button", { name: "Place order" })).toBeEnabled();
});

test("ORD-61 each kind of step is drawn, and what is missing is said on its field", async () => {
  const { screen } = await open();
  await next(screen);
  await expect.element(screen.getByText("Accepted by is required")).toBeVisible();
  await screen.getByLabelText("Accepted by").fill("Priya Shah");
  await next(screen);
  await expect.element(screen.getByText("Licences can be returned within seven days.")).toBeVisible();
  await next(screen);
  await next(screen);
  await expect.element(screen.getByText("Choose at least one product.")).toBeVisible();
  await screen.getByRole("checkbox", { name: "Business Premium" }).click();
  await next(screen);
  const line = screen.getByRole("group", { name: "Business Premium" });
  await expect.element(line.getByText("£15.09 per licence per month")).toBeVisible();
  await line.getByText("1 month").click();
  await expect.element(line.getByText("£18.10 per licence per month")).toBeVisible();
  await next(screen);
  await expect.element(screen.getByRole("checkbox", { name: "Teams Phone" })).toBeVisible();
  expect(await faults()).toEqual([]);
});

const terms = (signed: boolean): Agreement => ({
  AgreementId: "microsoft-365",
  Title: "Microsoft 365 reseller agreement",
  Summary: "What applies to Microsoft 365.",
  Version: 3,
  ServiceIds: [8],
  Signed: signed,
  SignedBy: signed ? "Hannah Reid" : null,
  JobTitle: signed ? "Owner" : null,
  SignedAt: signed ? "2026-05-21T09:00:00.000Z" : null,
  TextHash: "a".repeat(64),
  Sections: [{ Heading: "Seats", Paragraphs: ["Seats can be given back."] }],
});

test("what the customer has, and can have once only, says so and cannot be chosen", async () => {
  const journey = journeyOf();
  const Steps = journey.Steps.map((step) => ({
    ...step,
    Items: step.Items.map((item) => ({ ...item, IsHeld: item.Name === "Business Basic" })),
  }));
  const { screen } = await open({ "GET /api/journeys/route/office-365": succeeded({ ...journey, Steps }) });
  await screen.getByLabelText("Accepted by").fill("Priya Shah");
  await next(screen);
  await next(screen);
  const basic = screen.getByRole("checkbox", { name: "Business Basic" });
  await expect.element(basic).toBeDisabled();
  await expect.element(basic).toHaveAccessibleDescription(/has this already, and can have it once only/);
  await expect.element(screen.getByRole("checkbox", { name: "Business Premium" })).toBeEnabled();
  expect(await faults()).toEqual([]);
});

test("AGR-22 an order shows its agreement, to read, and to sign where that is missing, with the answers kept", async () => {
  let signed = false;
  const { screen, sent } = await open({
    "POST /api/agreements/inline": () => succeeded({ Items: [terms(signed)] }),
    "GET /api/agreements/can-agree": succeeded({ CanAgree: true }),
    "POST /api/agreements/microsoft-365/sign": () => {
      signed = true;
      return succeeded(terms(true));
    },
  });
  await toReview(screen);
  await expect.element(screen.getByText("Version 3, not signed yet")).toBeVisible();
  expect(sent.filter(({ path }) => path === "/api/agreements/inline").map(({ body }) => JSON.parse(body))).toEqual([
    { ServiceIds: [8] },
  ]);
  const asked = () => sent.filter(({ path }) => path === "/api/proposals").length;
  const before = asked();
  await screen.getByRole("button", { name: "Read Microsoft 365 reseller agreement" }).click();
  const dialog = screen.getByRole("dialog", { name: "Microsoft 365 reseller agreement" });
  await expect.element(dialog.getByText("Seats can be given back.")).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("textbox", { name: "Job title" }).fill("Owner");
  await dialog.getByText("Type", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "Type your full name" }).fill("Hannah Reid");
  await dialog.getByRole("button", { name: "Sign agreement" }).click();
  await expect.element(screen.getByText("Version 3, signed by Hannah Reid on 21/05/2026")).toBeVisible();
  await expect.poll(asked).toBeGreaterThan(before);
  await heading(screen, "Review and order");
});

test("AGR-22 a change of a service shows the one agreement of its group", async () => {
  const inline = "/api/agreements/inline/8";
  const standing = { ...journeyOf(), Action: "Modify" as const, InstanceId: instanceId };
  const { screen, sent } = await open(
    {
      "GET /api/journeys/product/microsoft-365": succeeded({ ...standing, Steps: standing.Steps.slice(-1) }),
      [`GET ${inline}`]: succeeded(terms(true)),
    },
    `/customers/customer/${customerId}/cs/modify-service/${instanceId}/microsoft-365`,
    "Change Microsoft 365",
  );
  await expect.element(screen.getByText("Version 3, signed by Hannah Reid on 21/05/2026")).toBeVisible();
  expect(sent.find(({ path }) => path === inline)!.query.get("GroupId")).toBe(instanceId);
  await screen.getByRole("button", { name: "Read Microsoft 365 reseller agreement" }).click();
  await expect.element(screen.getByRole("dialog").getByText("Seats can be given back.")).toBeVisible();
});

const withDelivery = () => {
  const { Steps } = journeyOf();
  const [products, review] = [Steps.find(({ Kind }) => Kind === 5)!, Steps.at(-1)!];
  const goods = stepOf("delivery", 1, { Title: "Delivery", Component: "delivery" });
  const to = stepOf("address", 1, {
    Title: "Delivery address",
    IfDelivered: true,
    Fields: [fieldOf("Address1", { Label: "Address line 1", Required: true })],
  });
  return journeyOf({
    Steps: [products, goods, to, review],
    Delivery: [{ Id: "next-day", Description: "Next day", Cost: "6.00" }],
  });
};

test("goods without delivery are ordered without an address, delivered ones with it", async () => {
  const { screen, sent } = await open({ "GET /api/journeys/route/office-365": succeeded(withDelivery()) });
  await screen.getByRole("checkbox", { name: "Business Basic" }).click();
  await next(screen);
  await expect.element(screen.getByRole("radio", { name: /^Next day/ })).toBeChecked();
  await next(screen);
  await next(screen);
  await expect.element(screen.getByText("Address line 1 is required")).toBeVisible();
  await screen.getByRole("button", { name: "Previous" }).click();
  await screen.getByRole("radio", { name: /^No delivery/ }).click();
  await next(screen);
  await heading(screen, "Review and order");
  await expect.element(screen.getByText("No delivery", { exact: true })).toBeVisible();
  expect(screen.getByText("Delivery address").elements()).toHaveLength(0);
  await screen.getByRole("button", { name: "Place order" }).click();
  await expect.poll(() => sent.some(({ path }) => path === "/api/orders")).toBe(true);
  const { Change, Details } = JSON.parse(sent.find(({ path }) => path === "/api/orders")!.body);
  expect([Change.DeliveryOption, Details]).toEqual([null, {}]);
});

test("the proposal says what is charged now, each period, the margin and until when it can be undone", async () => {
  const { screen } = await open();
  await toReview(screen);
  const panel = screen.getByRole("region", { name: "What this costs" });
  await expect.element(panel.getByText("Total now")).toBeVisible();
  await expect.element(panel.getByText("£36.22").first()).toBeVisible();
  await expect.element(panel.getByText("Then each month")).toBeVisible();
  await expect.element(panel.getByText("24.6%")).toBeVisible();
  await expect.element(panel.getByText("28/11/2026 14:05")).toBeVisible();
});

test("where prices are hidden nothing shows an amount, but how long it binds, and an admin asks for it", async () => {
  const bare = proposalOf({
    ChargeNow: null,
    Margin: null,
    Lines: [],
    Upcoming: [{ From: "2026-12-21", Until: "2027-01-21", DueOn: "2026-12-21", Totals: null }],
    Rule: { Why: "unseen", Limit: null, Left: null },
  });
  const { screen } = await open({
    "GET /api/session": succeeded(sessionOf({ seesPrices: false })),
    "GET /api/journeys/route/office-365": succeeded(journeyOf({ SeesPrices: false })),
    "POST /api/proposals": succeeded(bare),
  });
  await toReview(screen);
  const bound = screen.getByRole("region", { name: "What you get" }).getByText(/^Committed until/);
  await expect.element(bound).toHaveTextContent("Committed until 20/11/2027, then it renews");
  await expect.element(screen.getByText(/^You are not shown what it costs/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Send request" })).toBeEnabled();
  expect(document.body.textContent).not.toContain("£");
});

test("an order commits the hash that was shown, opens the service, and says how it is undone", async () => {
  const { screen, router, sent } = await open({
    "POST /api/proposals": succeeded(proposalOf({ UndoBack: { Minor: "2917", Currency: "GBP" } })),
    "POST /api/orders": succeeded({ OrderId: "019a0000-0000-7000-8000-0000000000e1", InstanceId: instanceId }),
  });
  await toReview(screen);
  await screen.getByRole("button", { name: "Place order" }).click();
  await expect
    .poll(() => router.state.location.pathname)
    .toBe(`/customers/customer/${customerId}/services/${instanceId}`);
  const back = "Undone today, £29.17 net comes back of £30.18; the rest stays charged.";
  await expect.element(screen.getByText(`Can be undone until 28/11/2026 14:05. ${back}`)).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Undo" }))
    .toHaveAttribute("href", expect.stringContaining("/orders/"));
  const order = sent.find((line) => line.path === "/api/orders")!;
  expect(JSON.parse(order.body)).toMatchObject({
    ProposalHash: "a".repeat(64),
    Details: { AgreementName: "Priya Shah" },
  });
  expect(order.headers.get("Idempotency-Key")).toBeTruthy();
});

test("a price that moved is shown with its difference, and only a second press orders", async () => {
  const moved = proposalOf({ Hash: "b".repeat(64) }, 1600);
  let tries = 0;
  const { screen, sent } = await open({
    "POST /api/orders": () => {
      tries++;
      if (tries > 1) return succeeded({ OrderId: instanceId, InstanceId: instanceId });
      const answer = refused(409, "proposalChanged", "The price or the terms have changed since you looked.");
      return { ...answer, body: { ...(answer.body as object), Resources: { Proposal: moved } } };
    },
  });
  await toReview(screen);
  await screen.getByRole("button", { name: "Place order" }).click();
  const alert = screen.getByRole("alert");
  await expect.element(alert.getByText("Business Premium, price each")).toBeVisible();
  await expect.element(alert.getByText("£16.00")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Confirm again" }).click();
  await expect.poll(() => tries).toBe(2);
  const [first, second] = sent.filter((line) => line.path === "/api/orders");
  expect(JSON.parse(second!.body).ProposalHash).toBe("b".repeat(64));
  expect(second!.headers.get("Idempotency-Key")).not.toBe(first!.headers.get("Idempotency-Key"));
});

test("leaving with answers asks first", async () => {
  const { screen, router } = await open();
  await screen.getByLabelText("Accepted by").fill("Priya Shah");
  await screen.getByRole("link", { name: "Acme Dental" }).first().click();
  const question = screen.getByRole("dialog", { name: "Leave without saving?" });
  await expect.element(question).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(router.state.location.pathname).toBe(address);
});

test("ORD-04 the question page carries its answer to the journey", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/office-365": succeeded(journeyOf()),
    [`GET /api/customers/${customerId}`]: refused(404, "notFound", "We could not find this."),
  });
  const path = `/customers/customer/${customerId}/nce-question?serviceRouteName=office-365&listingId=x&isNewJourney=false`;
  const { screen, router } = await renderApp(path);
  await screen.getByText("Yes, use the existing tenant").click();
  await expect.element(screen.getByRole("textbox", { name: /Microsoft domain/ })).not.toBeInTheDocument();
  await screen.getByText("No, create a Microsoft tenant").click();
  await screen.getByRole("textbox", { name: /Microsoft domain/ }).fill("acmedental");
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => router.state.location.href).toBe(`${address}?tenant=new&MicrosoftDomain=acmedental`);
});

test("on a phone the total stays in sight", async () => {
  await page.viewport(390, 844);
  const { screen } = await open();
  await screen.getByLabelText("Accepted by").fill("Priya Shah");
  await next(screen);
  await next(screen);
  await screen.getByRole("checkbox", { name: "Business Basic" }).click();
  await expect.element(screen.getByText("Total now, with VAT")).toBeVisible();
  expect(await faults()).toEqual([]);
});
