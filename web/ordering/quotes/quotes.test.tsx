import type { Quote, QuoteItem } from "@tradewind/contract/ordering/quotes.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { draftOf } from "./quote-draft.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const gbp = (pence: number) => ({ Minor: String(pence), Currency: "GBP" as const });
const item: QuoteItem = {
  Id: idOf(1),
  Number: "Q-00012",
  Title: "New office in Leeds",
  State: "accepted",
  Customers: ["Acme Dental", "Mendip Outdoor Centre"],
  RecipientName: "Ada Lovelace",
  ValidUntil: "2026-12-24",
  MadeBy: "Robin Hughes",
  MadeAt: "2026-11-23T10:00:00.000Z",
  Sums: [{ Billing: "monthly", Price: gbp(7650), Cost: gbp(5000), Margin: gbp(2650) }],
};
const order: Quote["Orders"][number] = {
  Position: 1,
  CustomerId: idOf(100),
  CustomerName: "Acme Dental",
  ProductId: "microsoft-365",
  ProductName: "Microsoft 365",
  Details: {},
  Lines: [
    {
      Key: "a",
      OfferId: "offer",
      AddOnTo: null,
      Attributes: {},
      Name: "Microsoft 365 Business Standard",
      Unit: "Licence",
      Term: "P1Y",
      Billing: "monthly",
      Quantity: 3,
      UnitPrice: "25.50",
      IsOwnPrice: true,
      UsualPrice: null,
      Recommended: "22.00",
      UnitCost: "16.67",
      Amount: gbp(7650),
    },
  ],
  State: "quoted",
  Reason: null,
  Again: false,
  Missing: [],
  OrderId: null,
  InstanceId: null,
};
const quote = (changes: Partial<Quote> = {}): Quote => ({
  ...item,
  State: "draft",
  Version: 1,
  Message: "As we discussed.",
  RecipientEmail: "ada@acme.example",
  Currency: "GBP",
  Hash: "a".repeat(64),
  Orders: [order],
  SentBy: null,
  SentAt: null,
  OpenedAt: null,
  EndedAt: null,
  Signer: null,
  DeclineReason: null,
  DocumentHash: null,
  MaySellBelowCost: true,
  ...changes,
});
const serve = (shown: Quote, more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({})),
    "GET /api/quotes": succeeded({ Items: [item], Next: null }),
    [`GET /api/quotes/${shown.Id}`]: succeeded(shown),
    ...more,
  });

test.each(bothEnds)("quotes are listed with customers, state and price, at %i px", async (width) => {
  await page.viewport(width, 900);
  serve(quote());
  const { screen } = await renderApp("/quotes");
  await expect.element(screen.getByText("New office in Leeds")).toBeVisible();
  await expect.element(screen.getByText("Acme Dental and 1 more")).toBeVisible();
  await expect.element(screen.getByText(/£76\.50/).first()).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("an empty list says what quotes are for", async () => {
  serve(quote(), { "GET /api/quotes": succeeded({ Items: [], Next: null }) });
  const { screen } = await renderApp("/quotes");
  await expect.element(screen.getByText("No quotes yet")).toBeVisible();
});

test.each(bothEnds)("a draft's sums follow what is typed, and it is sent by its hash, at %i px", async (width) => {
  await page.viewport(width, 900);
  const api = serve(quote(), {
    [`PUT /api/quotes/${item.Id}`]: succeeded(quote({ Version: 2, Hash: "b".repeat(64) })),
    [`POST /api/quotes/${item.Id}/send`]: succeeded({ Link: "http://localhost/quote/abc" }),
  });
  const { screen } = await renderApp(`/quotes/${item.Id}`);
  const price = screen.getByRole("textbox", { name: "Price a month" });
  await price.fill("10");
  await expect.element(screen.getByText("Below cost: each loses £6.67")).toBeVisible();
  await expect.element(screen.getByText("£30.00").first()).toBeVisible();
  await price.fill("abc");
  await expect.element(screen.getByText("Must be a number, for example 12.50")).toBeVisible();
  await price.fill("26");
  await expect.element(screen.getByText("Your margin, 35.9%")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText(/ada@acme.example/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Send quote" }).click();
  await expect.element(screen.getByText("http://localhost/quote/abc")).toBeVisible();
  expect(api.filter(({ path }) => path === `/api/quotes/${item.Id}/send`)).toMatchObject([
    { body: JSON.stringify({ Hash: "b".repeat(64) }) },
  ]);
});

test.each(bothEnds)(
  "what is not answered yet is named, answered now, and named again before sending, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    const unanswered = quote({ Orders: [{ ...order, Missing: ["Telephone"] }] });
    const field = {
      Name: "Telephone",
      Label: "Telephone",
      Type: "text",
      Required: true,
      Help: null,
      MaxLength: 40,
      Pattern: null,
      Options: [],
      Default: null,
    };
    const step = {
      Id: "contact",
      Kind: 1,
      Title: "Contact",
      Text: null,
      Hidden: false,
      ShowWhen: null,
      IfDelivered: false,
      Component: null,
      FormId: null,
      Paragraphs: [],
      Fields: [field],
      Items: [],
    };
    const api = serve(unanswered, {
      "GET /api/quote-questions": succeeded({ Steps: [step] }),
      [`PUT /api/quotes/${item.Id}`]: succeeded(unanswered),
    });
    const { screen } = await renderApp(`/quotes/${item.Id}`);
    await expect.element(screen.getByText("To be answered before it is ordered")).toBeVisible();
    expect(await faults()).toEqual([]);
    await screen.getByRole("button", { name: "Answer now" }).click();
    await screen.getByLabelText("Telephone").fill("01234 567890");
    expect(await faults()).toEqual([]);
    await screen.getByRole("button", { name: "Keep the answers" }).click();
    await expect.element(screen.getByText("To be answered before it is ordered")).not.toBeInTheDocument();
    await screen.getByRole("button", { name: "Send", exact: true }).click();
    expect(api.find(({ method }) => method === "PUT")!.body).toContain('"Details":{"Telephone":"01234 567890"}');
    await expect.element(screen.getByRole("dialog").getByText(/Acme Dental: Telephone\./)).toBeVisible();
  },
);

test("what was typed for a new quote is kept no longer once the quote is made, also before it is sent", async () => {
  const at = "/api/drafts/quote%3Anew%3A%3A0";
  const api = serve(quote(), {
    "GET /api/clock": succeeded({ Now: "2026-11-24T09:00:00.000Z", Movable: false, WorkedUntil: null }),
    [`GET ${at}`]: succeeded({ Value: JSON.stringify(draftOf(quote())) }),
    [`DELETE ${at}`]: succeeded({}),
    "POST /api/quotes": succeeded({ Id: item.Id }),
  });
  const { screen } = await renderApp("/quotes/new");
  await expect.element(screen.getByLabelText("Title")).toHaveValue(item.Title);
  await screen.getByRole("button", { name: "Send", exact: true }).click();
  await expect.element(screen.getByRole("dialog").getByText(/ada@acme.example/)).toBeVisible();
  await expect.poll(() => api.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([at]);
});

test("what the server refuses of a draft stands above it", async () => {
  serve(quote(), { [`PUT /api/quotes/${item.Id}`]: refused(409, "conflict", "This was changed in the meantime.") });
  const { screen } = await renderApp(`/quotes/${item.Id}`);
  await screen.getByLabelText("Title").fill("Two offices");
  await screen.getByRole("button", { name: "Save draft" }).click();
  await expect.element(screen.getByText("This was changed in the meantime.")).toBeVisible();
});

test.each([
  [390, "refused"],
  [1440, "failed"],
] as const)(
  "an accepted quote shows its signature and what could not be ordered, which can be ordered again, at %i px, %s",
  async (width, State) => {
    await page.viewport(width, 900);
    const shown = quote({
      State: "accepted",
      SentBy: "Robin Hughes",
      SentAt: "2026-11-23T10:00:00.000Z",
      OpenedAt: "2026-11-23T11:00:00.000Z",
      EndedAt: "2026-11-23T12:00:00.000Z",
      Signer: { Name: "Ada Lovelace", Address: "192.0.2.1", Browser: "Firefox", Drawing: null },
      DocumentHash: "c".repeat(64),
      Orders: [
        { ...order, State, Reason: "This customer is suspended.", Again: true },
        { ...order, Position: 2, State: "failed", Reason: "The vendor refused it." },
      ],
    });
    const api = serve(shown, {
      "GET /api/quote-questions": succeeded({ Steps: [] }),
      [`POST /api/quotes/${item.Id}/orders/1/retry`]: succeeded(shown),
    });
    const { screen } = await renderApp(`/quotes/${item.Id}`);
    await expect.element(screen.getByText("This customer is suspended.")).toBeVisible();
    await expect.element(screen.getByText("192.0.2.1")).toBeVisible();
    expect(await faults()).toEqual([]);
    await screen.getByRole("button", { name: "Order again" }).click();
    await screen.getByRole("button", { name: "Order at the quoted price" }).click();
    await expect
      .poll(() => api.filter(({ path }) => path === `/api/quotes/${item.Id}/orders/1/retry`))
      .toMatchObject([{ body: JSON.stringify({ Details: {} }) }]);
  },
);
