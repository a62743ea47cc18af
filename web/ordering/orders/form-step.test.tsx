import type { DynamicField } from "@tradewind/contract/catalogue/forms.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";
import { basic, journeyOf, stepOf } from "./journey-fixtures.ts";

const customerId = "019a0000-0000-7000-8000-000000000001";
const instanceId = "019a0000-0000-7000-8000-0000000000f1";

const fieldOf = (PropertyName: string, Label: string, rest: Partial<DynamicField> = {}): DynamicField => ({
  PropertyName,
  Label,
  Type: 1,
  Mandatory: false,
  Regex: null,
  InvalidMessage: null,
  ToolTip: null,
  Message: null,
  Options: [],
  Default: null,
  ...rest,
});
const domain = fieldOf("MailDomain", "Mail domain", {
  Mandatory: true,
  Regex: "[a-z.]+",
  InvalidMessage: "Must be a domain",
  ToolTip: "The part behind the @",
  Message: "Mail goes through the service then.",
});
const secret = fieldOf("Secret", "Console password", { Type: 2 });

type Handlers = Parameters<typeof fakeApi>[0];

/** The journey at the step that asks the form. */
async function open(handlers: Handlers = {}) {
  const journey = journeyOf({
    Steps: [
      stepOf("products", 4, { Title: "Choose products", Items: [basic] }),
      stepOf("details", 1, { Title: "Additional information", Component: "form", FormId: "mail-domain" }),
      stepOf("review", 1, { Title: "Review and order", Component: "review" }),
    ],
  });
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/vade": succeeded(journey),
    "GET /api/dynamic-forms/mail-domain": succeeded({ Fields: [domain, secret] }),
    "POST /api/proposals": succeeded(proposalOf()),
    "POST /api/orders": succeeded({ OrderId: instanceId, InstanceId: instanceId }),
    ...handlers,
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/add-service/vade`);
  await screen.getByRole("checkbox", { name: "Business Basic" }).click();
  const next = () => screen.getByRole("button", { name: "Next", exact: true }).click();
  await next();
  await expect.element(screen.getByRole("heading", { level: 2, name: "Additional information" })).toBeVisible();
  const box = screen.getByRole("textbox", { name: /^Mail domain/ });
  const isReview = () => screen.getByRole("heading", { level: 2, name: "Review and order" }).elements().length > 0;
  return { screen, sent, next, box, isReview };
}

test("FORM-27 FORM-31 the form of the product is fetched by its id: type 1 is text, type 2 masks, tooltip and message show", async () => {
  const { screen, sent, box } = await open();
  await expect.element(box).toHaveAttribute("type", "text");
  await expect.element(screen.getByLabelText(/^Console password/)).toHaveAttribute("type", "password");
  await expect.element(screen.getByText("Mail goes through the service then.")).toBeVisible();
  await screen.getByRole("button", { name: "About Mail domain" }).hover();
  await expect.element(screen.getByText("The part behind the @")).toBeVisible();
  expect(sent.filter((line) => line.path === "/api/dynamic-forms/mail-domain")).toHaveLength(1);
});

test("FORM-28 FORM-29 a field that was left says what is missing, and what does not match", async () => {
  const { screen, box } = await open();
  await box.click();
  await screen.getByLabelText(/^Console password/).click();
  await expect.element(screen.getByText("This is a mandatory field")).toBeVisible();
  await box.fill("4711");
  await expect.element(screen.getByText("Must be a domain")).toBeVisible();
  await box.fill("acme.example");
  await expect.poll(() => screen.getByText("Must be a domain").elements()).toHaveLength(0);
});

test("FORM-30 the way on opens only when every field is valid, and the answers go with the order", async () => {
  const { screen, next, box, isReview, sent } = await open();
  await expect.element(box).toBeVisible();
  await next();
  await expect.element(screen.getByText("This is a mandatory field")).toBeVisible();
  await box.fill("4711");
  await next();
  await expect.element(screen.getByText("Must be a domain")).toBeVisible();
  expect(isReview()).toBe(false);
  await box.fill(" acme.example ");
  await screen.getByLabelText(/^Console password/).fill("Copper-Lantern");
  await next();
  await expect.poll(isReview).toBe(true);
  await expect.element(screen.getByText("acme.example")).toBeVisible();
  expect(screen.getByText("Copper-Lantern").elements()).toHaveLength(0);
  await screen.getByRole("button", { name: "Place order" }).click();
  await expect.poll(() => sent.some((line) => line.path === "/api/orders")).toBe(true);
  const body = JSON.parse(sent.find((line) => line.path === "/api/orders")!.body) as { Details: unknown };
  expect(body.Details).toEqual({ MailDomain: "acme.example", Secret: "Copper-Lantern" });
});

test("a question with choices is answered from the start by what most choose, and goes with the order", async () => {
  const Options = [
    { Value: "none", Label: "None" },
    { Value: "other", Label: "Another product" },
  ];
  const replaces = fieldOf("Replaces", "Antivirus in use today", { Mandatory: true, Options, Default: "none" });
  const begin = () => open({ "GET /api/dynamic-forms/mail-domain": succeeded({ Fields: [replaces] }) });
  const { screen, next, sent } = await begin();
  const choice = screen.getByRole("combobox", { name: "Antivirus in use today" });
  await expect.element(choice).toHaveValue("none");
  await next();
  await expect.element(screen.getByText("None", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Place order" }).click();
  await expect.poll(() => sent.some((line) => line.path === "/api/orders")).toBe(true);
  expect(JSON.parse(sent.find((line) => line.path === "/api/orders")!.body)).toMatchObject({
    Details: { Replaces: "none" },
  });
});

test("FORM-09 what the server refuses is shown on the form's own field", async () => {
  const refusal = refused(400, "invalidRequest", "Some values cannot be used.", { MailDomain: "Somebody has it" });
  const { screen, next, box } = await open({ "POST /api/orders": refusal });
  await box.fill("acme.example");
  await next();
  await screen.getByRole("button", { name: "Place order" }).click();
  await expect.element(screen.getByRole("heading", { level: 2, name: "Additional information" })).toBeVisible();
  await expect.element(screen.getByText("Somebody has it")).toBeVisible();
});

test("a form that cannot be fetched says so, and nothing is ordered without it", async () => {
  const { screen, next, isReview } = await open({
    "GET /api/dynamic-forms/mail-domain": refused(409, "conflict", "Not just now."),
  });
  await expect.element(screen.getByText("Not just now.")).toBeVisible();
  await next();
  await expect.element(screen.getByText("The questions are still loading.")).toBeVisible();
  expect(isReview()).toBe(false);
});

test.each(bothEnds)("axe finds nothing on the form at %s px", async (width) => {
  await page.viewport(width, 900);
  const { screen, next, box } = await open();
  await expect.element(box).toBeVisible();
  await next();
  await expect.element(screen.getByText("This is a mandatory field")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test.each([
  ["10.0.0.1", true],
  ["10.0.0", false],
  ["1000.0.0.1", false],
  ["10.0.0.1.2", false],
])("FORM-18 a form that asks for an IPv4 address takes %s: %s", async (value, isTaken) => {
  const address = fieldOf("OutboundFrom", "Sent from", { Regex: patterns.ipv4.source, InvalidMessage: messages.ipv4 });
  const { screen } = await open({ "GET /api/dynamic-forms/mail-domain": succeeded({ Fields: [address] }) });
  await screen.getByRole("textbox", { name: /^Sent from/ }).fill(value);
  await screen.getByRole("button", { name: "Next", exact: true }).click();
  const refusal = screen.getByText("Must be an IPv4 address, as in 192.0.2.10", { exact: true });
  const review = screen.getByRole("heading", { level: 2, name: "Review and order" });
  await expect.element(isTaken ? review : refusal).toBeVisible();
  await expect.element(isTaken ? refusal : review).not.toBeInTheDocument();
});

test("what the customer's record says is filled in already, and stays empty once it is emptied", async () => {
  const journey = journeyOf({
    Known: { MailDomain: "acme.example" },
    Steps: [stepOf("details", 1, { Title: "Additional information", Component: "form", FormId: "mail-domain" })],
  });
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/vade": succeeded(journey),
    "GET /api/dynamic-forms/mail-domain": succeeded({ Fields: [domain, secret] }),
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/add-service/vade`);
  const box = screen.getByRole("textbox", { name: /^Mail domain/ });
  await expect.element(box).toHaveValue("acme.example");
  await box.fill("");
  await expect.element(box).toHaveValue("");
});
