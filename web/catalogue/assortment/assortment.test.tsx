import type { AssortedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded, type Sent } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const words = {
  Name: "Vade",
  Summary: "Removes phishing from mailboxes.",
  Category: "security" as const,
  Description: ["Filters mail.", "For Microsoft 365.", "Ready in a day."],
  SearchWords: ["phishing", "spam"],
  Needs: ["Microsoft 365"],
  GoesWith: [],
  Documents: [],
};
const offer = {
  OfferId: "v-1:P1M:monthly",
  Term: "P1M" as const,
  Billing: "monthly" as const,
  Minimum: 1,
  IsForSale: true,
  IsShippedForSale: true,
  Withdrawal: null,
  Prices: [{ Currency: "GBP" as const, ResellersPay: "1.2", Recommended: "1.5" }],
};
const planOf = (Sku: string, Name: string) => ({
  Sku,
  Name,
  ShippedName: Name,
  Group: "Mail",
  Unit: "Mailbox",
  IsAddOn: false,
  Offers: [{ ...offer, OfferId: `${Sku}:P1M:monthly` }],
});
const product: AssortedProduct = {
  ProductId: "vade",
  Version: 4,
  ChangedAt: "2026-05-20T09:00:00.000Z",
  Vendor: "Hornetsecurity",
  Icon: "funnel",
  ImageSrc: null,
  ImageAlt: "",
  IsShown: true,
  Withdrawal: null,
  Customers: 1204,
  Words: words,
  ShippedWords: { ...words, Summary: "A filter." },
  Plans: [planOf("v-1", "Filter"), planOf("v-2", "Filter and archive")],
  ShippedOrder: ["v-1", "v-2"],
  Features: [{ Name: "Archive", Of: { "v-2": "10 years" } }],
  ShippedFeatures: [],
  Fixed: {
    ProvidedBy: "Our own people",
    AgreementServiceId: 27,
    ChargingModel: "Licence",
    OrderLimit: "OncePerCustomer",
    Level: "customer",
    OrderForm: null,
    LeadDays: 5,
    FeatureFlag: null,
    IsManagedElsewhere: false,
  },
};
const listed = {
  ProductId: "vade",
  Name: "Vade",
  Vendor: "Hornetsecurity",
  Category: "security",
  Icon: "funnel",
  ImageSrc: null,
  ImageAlt: "",
  IsShown: false,
  Withdrawal: { From: "2026-05-01", Until: "2099-01-01" },
  OffersForSale: 1,
  Offers: 2,
  IsReworded: true,
};
const had = { ProductId: "vade", Name: "Vade", Vendor: "Hornetsecurity", IsShown: true, Customers: 1204 };
const at = "/api/operator/products/vade";
const reads = {
  "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
  "GET /api/operator/products": succeeded({ Items: [listed], Next: null }),
  "GET /api/operator/product-customers": succeeded({ Items: [had] }),
  [`GET ${at}/page`]: succeeded(product),
};

/** What was written last. */
const bodyOf = (sent: readonly Sent[]) =>
  JSON.parse(sent.findLast(({ method }) => method === "PUT")?.body ?? "{}") as object;

test("the list says what is sold of each product and who has it", async () => {
  fakeApi(reads);
  const { screen } = await renderApp("/operator/products");
  await expect.element(screen.getByText("Hidden since 01/05/2026 until 01/01/2099")).toBeVisible();
  await expect.element(screen.getByText(/^1,204/)).toBeVisible();
  await expect.element(screen.getByText("Own words")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("words are sent with the version they were written for, and go back to the shipped ones", async () => {
  const sent = fakeApi({
    ...reads,
    [`PUT ${at}/words`]: refused(400, "invalidRequest", "Please check the marked fields.", {
      "SearchWords.1": "At most 40 characters",
    }),
  });
  const { screen } = await renderApp("/operator/products/vade");
  const save = screen.getByRole("button", { name: "Save words" });
  await expect.element(save).toBeDisabled();
  await screen.getByRole("button", { name: "Back to the shipped summary" }).click();
  await screen.getByRole("textbox", { name: "Search words" }).fill("phish\n\n  spoof ");
  await screen.getByRole("button", { name: "Add document" }).click();
  await screen.getByRole("textbox", { name: "Title" }).fill("Data sheet");
  expect(await faults()).toEqual([]);
  await save.click();
  await expect.element(screen.getByText("At most 40 characters")).toBeVisible();
  expect(bodyOf(sent)).toMatchObject({
    Version: 4,
    Summary: "A filter.",
    SearchWords: ["phish", "spoof"],
    Documents: [{ Title: "Data sheet", Url: "https://" }],
  });
});

test("who is overtaken is told so, and shown what the other saved", async () => {
  fakeApi({ ...reads, [`PUT ${at}/words`]: refused(409, "conflict", "This was changed in the meantime.") });
  const { screen } = await renderApp("/operator/products/vade");
  await screen.getByRole("textbox", { name: "Summary" }).fill("Mine");
  await screen.getByRole("button", { name: "Save words" }).click();
  await expect.element(screen.getByText("Somebody else has changed this product in the meantime")).toBeVisible();
  await screen.getByRole("button", { name: "Show their changes" }).click();
  await expect.element(screen.getByRole("textbox", { name: "Summary" })).toHaveValue(words.Summary);
});

test("an offer is withdrawn from a day on, which a refusal names", async () => {
  const sent = fakeApi({
    ...reads,
    [`PUT ${at}/sale`]: refused(400, "invalidRequest", "Please check the marked fields.", {
      From: "Must be today or later",
    }),
  });
  const { screen } = await renderApp("/operator/products/vade?tab=plans");
  await expect.element(screen.getByText("10 years")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Withdraw Filter, 1 month, billed each month" }).click();
  const dialog = screen.getByRole("dialog", { name: /^Withdraw Filter/ });
  await dialog.getByRole("button", { name: "Withdraw offer" }).click();
  await expect.element(dialog.getByText("Must be today or later")).toBeVisible();
  expect(await faults()).toEqual([]);
  expect(bodyOf(sent)).toMatchObject({
    Version: 4,
    OfferId: "v-1:P1M:monthly",
    Until: null,
  });
});

test("plans are named and put in another order by keyboard", async () => {
  const sent = fakeApi({ ...reads, [`PUT ${at}/plans`]: succeeded({ ...product, Version: 5 }) });
  const { screen } = await renderApp("/operator/products/vade?tab=plans");
  await screen.getByRole("button", { name: "Name and order" }).click();
  const dialog = screen.getByRole("dialog", { name: "Name and order plans" });
  await dialog.getByRole("textbox", { name: "Name of plan 1" }).fill("Basic filter");
  await dialog.getByRole("button", { name: "Move Basic filter down" }).click();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Save plans" }).click();
  await expect
    .poll(() => bodyOf(sent))
    .toMatchObject({
      Version: 4,
      Plans: [
        { Sku: "v-2", Name: "Filter and archive" },
        { Sku: "v-1", Name: "Basic filter" },
      ],
      Features: product.Features,
    });
});

test("a picture that is none is refused before it is sent", async () => {
  const sent = fakeApi(reads);
  const { screen } = await renderApp("/operator/products/vade");
  const file = screen.getByLabelText("File for: On cards, its page and orders");
  await file.upload(new File(["<svg/>"], "mark.svg", { type: "image/svg+xml" }));
  await expect.element(screen.getByText(/^This is no PNG, JPEG or WebP picture/)).toBeVisible();
  expect(sent.some(({ method }) => method === "PUT")).toBe(false);
});
