import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { afterEach, expect, test } from "vitest";
import { closeAddProduct } from "../../shared/add-product.ts";
import { succeeded } from "../../test/fake-api.ts";
import {
  acme,
  addressOf,
  at,
  microsoft,
  opened,
  portal,
  service,
  signed,
  voice,
} from "../../test/add-product-popup.ts";

afterEach(closeAddProduct);

const user = "019a0000-0000-7000-8000-000000000002";
const added = (ProductId: string, Id: number, changes: Partial<MarketplaceService> = {}) =>
  at(service({ ProductId, Name: ProductId, Id, ...changes }), "Active");
const everything = [
  added("share-point", 2),
  added("azure", 6),
  added("microsoft-365", 8, { SubId: 1 }),
  added("azure-of-microsoft-365", 8, { SubId: 6 }),
  added("acronis-backup", 9),
  added("backup", 200),
  added("bitdefender", 12),
  added("hosted-voice", 13),
  added("appinteract", 14),
  added("exclaimer", 17),
  added("azure-ri", 22),
  added("azure-ss", 26),
  added("vade", 27),
  added("azure-asp", 114),
];

/** The services that can be pressed, and those that cannot. */
async function shown(items: readonly MarketplaceService[], buyer: { userId?: string } = {}) {
  portal({ [`GET /api/marketplace/customers/${acme}/services`]: succeeded({ Items: items }) });
  const { popup } = await opened({ customerId: acme, customerName: "Acme", ...buyer });
  const rows = popup.getByRole("listitem").getByRole("button");
  await expect.poll(() => rows.elements().length).toBe(items.length);
  const named = (wanted: boolean) =>
    rows
      .elements()
      .filter((row) => row.matches(":disabled") === wanted)
      .map((row) => row.textContent.replace(/(Only once|Added|Activating|Deleting|Activation|Deletion).*/, ""));
  return { disabled: named(true), enabled: named(false) };
}

test("CAT-30 CAT-31 at user level what is added cannot be pressed, but for four products", async () => {
  const { enabled, disabled } = await shown(everything, { userId: user });
  expect(enabled).toEqual(["share-point", "microsoft-365", "acronis-backup", "backup"]);
  expect(disabled).toHaveLength(10);
});

test("CAT-32 at customer level only six added products cannot be pressed", async () => {
  const { disabled } = await shown(everything);
  expect(disabled).toEqual(["azure-of-microsoft-365", "bitdefender", "appinteract", "azure-ri", "vade", "azure-asp"]);
});

test("CAT-22 CAT-33 CAT-34 CAT-23 neither what is changing or failed, nor what is active and limited to one, can be pressed", async () => {
  const { disabled, enabled } = await shown([
    ...(["Activating", "Deleting", "ActivationFailed", "DeletionFailed"] as const).map((status) =>
      at(service({ ProductId: status, Name: `is ${status.toLowerCase()}`, Id: 13 }), status),
    ),
    added("once per customer", 13, { OrderLimit: "OncePerCustomer" }),
    added("once per reseller", 13, { OrderLimit: "OncePerReseller" }),
    added("as often as wanted", 13),
    added("nobody knows how often", 13, { OrderLimit: "Unknown" }),
    service({ ProductId: "new", Name: "not there yet", Id: 13, OrderLimit: "OncePerCustomer" }),
  ]);
  expect(disabled).toEqual([
    "is activating",
    "is deleting",
    "is activationfailed",
    "is deletionfailed",
    "once per customer",
    "once per reseller",
  ]);
  expect(enabled).toEqual(["as often as wanted", "nobody knows how often", "not there yet"]);
});

test("AGR-07 Azure under Microsoft 365 has its agreement checked under number 20", async () => {
  const azure = service({ ProductId: "azure-m365", Name: "Azure", Id: 8, SubId: 6, AgreementServiceId: 20 });
  const sent = portal({
    [`GET /api/marketplace/customers/${acme}/services`]: succeeded({ Items: [azure] }),
    "GET /api/agreements/check-signed/20": signed,
  });
  const app = await opened({ customerId: acme });
  await app.popup.getByRole("button", { name: "Azure" }).click();
  await expect.poll(() => addressOf(app)).toBe(`/customers/customer/${acme}/add-service/azure-m365`);
  expect(sent.filter(({ path }) => path.includes("check-signed")).map(({ path }) => path)).toEqual([
    "/api/agreements/check-signed/20",
  ]);
});

const listing = "9e0f2b7d-45c8-4a1b-b7f3-2c6d8e9a0f30";

test.each([
  [{ NewJourney: false, ListingId: listing }, "add-service/hosted-voice"],
  [{ NewJourney: true, ListingId: listing }, `cs/add-service/${listing}`],
  [{ NewJourney: true, ListingId: null }, "add-service/hosted-voice"],
])("ORD-02 a service of %j is added at %s", async (changes, place) => {
  const one = { ...voice, ...changes };
  portal({
    [`GET /api/marketplace/customers/${acme}/services`]: succeeded({ Items: [one] }),
    "GET /api/agreements/check-signed/13": signed,
  });
  const app = await opened({ customerId: acme });
  await app.popup.getByRole("button", { name: "Hosted Voice" }).click();
  await expect.poll(() => addressOf(app)).toBe(`/customers/customer/${acme}/${place}`);
});

test.each([
  [[], "add-service/office-365"],
  [["CrossSell"], `cs/add-service/${microsoft.ListingId}`],
])(
  "ORD-03 FLAG-19 ORD-04 ORD-29 with the features %j Microsoft 365 goes on from its question to %s",
  async (flags, place) => {
    portal({ [`GET /api/marketplace/customers/${acme}/has-partner-id`]: succeeded(1) }, { flags });
    const app = await opened({ customerId: acme });
    await app.popup.getByRole("button", { name: "Microsoft 365" }).click();
    await app.screen.getByRole("button", { name: "Continue" }).click();
    await expect.poll(() => app.router.state.location.pathname).toBe(`/customers/customer/${acme}/${place}`);
  },
);

test("USER-08 a bundle is shown for a person, tells what is added, and leads to the journey of each product", async () => {
  const mail = service({ ProductId: "secure-message", Name: "Secure Message", Id: 15, Level: "user" });
  const Products = [added("email-security", 14), mail];
  const sent = portal({
    [`GET /api/marketplace/customers/${acme}/bundle-products`]: succeeded({
      Items: [{ Id: "protected-mailbox", Name: "Protected mailbox", Description: "Mail that is filtered.", Products }],
    }),
    "GET /api/agreements/check-signed/15": signed,
  });
  const app = await opened({ customerId: acme, customerName: "Ann", userId: user });
  await app.popup.getByRole("button", { name: "Protected mailbox 1 of 2 products added" }).click();
  expect(sent.find(({ path }) => path.includes("bundle-products"))?.query.get("UserId")).toBe(user);
  const list = app.popup.getByRole("list", { name: "Protected mailbox" });
  await expect.element(list.getByRole("button", { name: /email-security/ })).toBeDisabled();
  await app.popup.getByRole("button", { name: "Back" }).click();
  await app.popup.getByRole("button", { name: /^Protected mailbox/ }).click();
  await list.getByRole("button", { name: "Secure Message" }).click();
  await expect.poll(() => addressOf(app)).toBe(`/customers/customer/${acme}+${user}/add-service/secure-message`);
});

test("USER-08 no bundle is offered at customer level", async () => {
  const sent = portal();
  const { popup } = await opened({ customerId: acme });
  await expect.element(popup.getByRole("button", { name: "Hosted Voice" })).toBeVisible();
  expect(sent.some(({ path }) => path.includes("bundle-products"))).toBe(false);
});
