import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { address, customerId, instanceId, orderId, serviceOf, subscriptionId } from "./service-fixtures.ts";

const serve = (answers: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET /api/services/${instanceId}`]: succeeded(serviceOf()),
    ...answers,
  });

test.each([
  ["azure", "azure"],
  ["hosted-voice", "hosted-voice"],
  ["app-interact", "appinteract"],
  ["bitdefender", "bitdefender"],
  ["hosted-voice-hardware", "hosted-voice-hardware"],
  ["acronis-backup", "acronis-backup"],
  ["acronis-files-cloud", "acronis-files-cloud"],
])("ORD-34 the address manage-service/%s opens the customer's service", async (name, ProductId) => {
  const other = { ...serviceOf().Service, Id: customerId, ProductId: "exclaimer" };
  serve({
    [`GET /api/customers/${customerId}/services`]: succeeded({ Items: [other, { ...serviceOf().Service, ProductId }] }),
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/manage-service/${name}`);
  await expect.element(screen.getByText("Business Premium").first()).toBeVisible();
});

test.each(["acronis-backup", "acronis-files-cloud"])(
  "ORD-35 the address manage-service/%s with a user opens that user's service, and no other",
  async (name) => {
    const user = (UserId: string | null, Id: string) => ({ ...serviceOf().Service, ProductId: name, UserId, Id });
    const items = [user(null, customerId), user(subscriptionId, orderId), user(orderId, instanceId)];
    const sent = serve({ [`GET /api/customers/${customerId}/services`]: succeeded({ Items: items }) });
    const { screen } = await renderApp(`/customers/customer/${customerId}+${orderId}/manage-service/${name}`);
    await expect.element(screen.getByText("Business Premium").first()).toBeVisible();
    expect(sent.some(({ path }) => path === `/api/services/${instanceId}`)).toBe(true);
  },
);

test("ORD-30 a service's button to change several leads to cs/modify-service with its ids", async () => {
  serve();
  const { screen, router } = await renderApp(address);
  await screen.getByRole("button", { name: "More actions" }).click();
  await screen.getByRole("button", { name: /^Change several/ }).click();
  await expect
    .poll(() => router.state.location.pathname)
    .toBe(`/customers/customer/${customerId}/cs/modify-service/${instanceId}/microsoft-365`);
});
