import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { orderAddress } from "../../shared/customer-context.ts";
import { orderPageOf } from "../../shared/order-page-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";
import { customerId, orderId, serviceOf } from "./service-fixtures.ts";

const address = `/customers/customer/${customerId}/cs/fulfill-service/${orderId}`;
const field = (PropertyName: string, Label: string, rest: object = {}) => ({
  PropertyName,
  Label,
  Type: 1,
  Mandatory: true,
  Regex: null,
  InvalidMessage: null,
  ToolTip: null,
  Message: null,
  Options: [],
  Default: null,
  ...rest,
});
const waiting = orderPageOf({
  Status: "Working",
  ProductName: "TitanHQ",
  Message: "There is no acme.exmaple.",
  Form: { FormId: "mail-domain", Answers: { MailDomain: "acme.exmaple", Outbound: "no", Other: "kept" } },
});
const serve = (handlers: Parameters<typeof fakeApi>[0] = {}, session: Parameters<typeof sessionOf>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf(session)),
    [`GET /api/orders/${orderId}`]: succeeded(waiting),
    "GET /api/dynamic-forms/mail-domain": succeeded({
      Fields: [field("MailDomain", "Mail domain"), field("Outbound", "Mail that is sent")],
    }),
    [`POST /api/orders/${orderId}/answers`]: succeeded(serviceOf().Orders[0]!),
    ...handlers,
  });

test.each(widths)(
  "ORD-31 the address cs/fulfill-service opens what a pending order still needs, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    const sent = serve();
    const answers = () =>
      sent.filter(({ path }) => path.endsWith("/answers")).map(({ body }): unknown => JSON.parse(body));
    const { screen, router } = await renderApp(address);
    await expect.element(screen.getByRole("heading", { level: 1, name: "Complete order 0000-00E1" })).toBeVisible();
    await expect.element(screen.getByText("There is no acme.exmaple.")).toBeVisible();
    const domain = screen.getByRole("textbox", { name: "Mail domain" });
    await expect.element(domain).toHaveValue("acme.exmaple");
    expect(await faults()).toEqual([]);
    await domain.fill("");
    await screen.getByRole("button", { name: "Send answers" }).click();
    await expect.element(domain).toBeInvalid();
    expect(answers()).toEqual([]);
    await domain.fill("acme.example");
    await screen.getByRole("button", { name: "Send answers" }).click();
    await expect.poll(() => router.state.location.pathname).toBe(orderAddress(customerId, orderId));
    expect(answers()).toEqual([{ Answers: { MailDomain: "acme.example", Outbound: "no" } }]);
  },
);

test("answers are there again after the session ended, but for secrets, which are not even kept in the tab", async () => {
  const draft = `/api/drafts/${encodeURIComponent(`fulfil/${orderId}`)}`;
  const sent = serve({
    "GET /api/dynamic-forms/mail-domain": succeeded({
      Fields: [
        field("MailDomain", "Mail domain"),
        field("Outbound", "Outbound"),
        field("Console", "Console password", { Type: 2 }),
      ],
    }),
    [`GET ${draft}`]: succeeded({ Value: JSON.stringify({ MailDomain: "acme.example" }) }),
    [`PUT ${draft}`]: succeeded({}),
  });
  const { screen } = await renderApp(address);
  const domain = screen.getByRole("textbox", { name: "Mail domain" });
  await expect.element(domain).toHaveValue("acme.example");
  await domain.fill("mail.acme.example");
  await screen.getByLabelText("Console password", { exact: true }).fill("Copper-Lantern-42");
  await expect
    .poll(() => sent.filter(({ method }) => method === "PUT").at(-1)?.body, { timeout: 4000 })
    .toContain("mail.acme.example");
  // What nobody typed is not kept: a colleague's answer of meanwhile would be covered by it.
  expect(JSON.stringify(sent.filter(({ method }) => method === "PUT").at(-1)?.body)).not.toContain("Outbound");
  expect(JSON.stringify(sessionStorage) + JSON.stringify(sent)).not.toContain("Copper-Lantern-42");
});

test("what the server refuses stands on its field", async () => {
  serve({
    [`POST /api/orders/${orderId}/answers`]: refused(400, "invalidRequest", "Please check these answers.", {
      MailDomain: "Must be a domain",
    }),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("button", { name: "Send answers" }).click();
  await expect.element(screen.getByText("Must be a domain", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Please check these answers.")).toBeVisible();
});

test.each([
  ["the page is told", false],
  ["they are sent", true],
])("answers that come after our team was done stay to be copied, whether %s", async (_when, isSent) => {
  let now = waiting;
  serve({
    [`GET /api/orders/${orderId}`]: () => succeeded(now),
    [`POST /api/orders/${orderId}/answers`]: refused(409, "orderNotWaiting", "Our team is done."),
  });
  const { screen, queryClient } = await renderApp(address);
  const domain = screen.getByRole("textbox", { name: "Mail domain" });
  await domain.fill("acme.example");
  now = { ...waiting, Status: "Completed", Message: null, Form: null };
  if (isSent) await screen.getByRole("button", { name: "Send answers" }).click();
  else await queryClient.invalidateQueries({ queryKey: ["orders"] });
  await expect
    .element(screen.getByText("Our team has finished this order, and your answers were not sent"))
    .toBeVisible();
  await expect.element(domain).toHaveValue("acme.example");
  expect(screen.getByRole("button", { name: "Send answers" }).elements()).toEqual([]);
  const copied: string[] = [];
  Object.defineProperty(navigator.clipboard, "writeText", {
    configurable: true,
    value: (text: string) => Promise.resolve(copied.push(text)),
  });
  await screen.getByRole("button", { name: "Copy answers" }).click();
  expect(copied).toEqual(["Mail domain: acme.example\nMail that is sent: no"]);
  expect(await faults()).toEqual([]);
});

test("the page of the order leads there, and an order that needs nothing more says so", async () => {
  serve();
  const { screen, router } = await renderApp(orderAddress(customerId, orderId));
  await screen.getByRole("link", { name: "Complete the details" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(address);
  await screen.unmount();
  serve({ [`GET /api/orders/${orderId}`]: succeeded(orderPageOf()) });
  const { screen: other } = await renderApp(address);
  await expect.element(other.getByRole("heading", { name: "This order needs nothing more" })).toBeVisible();
});

test("whoever may not order does not open it", async () => {
  serve({}, { permissions: [] });
  const { router } = await renderApp(address);
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
});
