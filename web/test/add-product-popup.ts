import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import type { InstanceState } from "@tradewind/domain/catalogue/instances.ts";
import { expect } from "vitest";
import { openAddProduct } from "../shared/add-product.ts";
import { fakeApi, succeeded } from "./fake-api.ts";
import { renderApp } from "./render-app.tsx";
import { sessionOf } from "./sessions.ts";

export const acme = "019a0000-0000-7000-8000-000000000001";
export const service = (changes: Partial<MarketplaceService> & Pick<MarketplaceService, "ProductId" | "Name" | "Id">) =>
  ({
    SubId: null,
    MyServicesId: null,
    AgreementServiceId: changes.Id,
    Description: "What it is.",
    Icon: "phone",
    ImageSrc: null,
    ImageAlt: "",
    Added: false,
    ServiceInstanceStatus: null,
    OrderLimit: "MultiplePerCustomer",
    NewJourney: false,
    JourneyType: "wizard",
    ListingId: null,
    RouteName: changes.ProductId,
    MarketplaceServiceId: changes.Id,
    Office365GroupId: null,
    Category: "modernWorkplace",
    Level: "both",
    ChargingModel: "Licence",
    ManagedElsewhere: false,
    Popularity: 1,
    hidden: false,
    ...changes,
  }) satisfies MarketplaceService;

export const voice = service({
  ProductId: "hosted-voice",
  Name: "Hosted Voice",
  Id: 13,
  OrderLimit: "OncePerCustomer",
});
export const microsoft = service({
  ProductId: "microsoft-365",
  Name: "Microsoft 365",
  Id: 8,
  SubId: 1,
  RouteName: "office-365",
  ListingId: "5b1f6c1e-7c0a-4d5e-9a36-0b2f4c8d1a08",
  JourneyType: "nce",
});
export const at = (product: MarketplaceService, status: InstanceState): MarketplaceService => ({
  ...product,
  Added: true,
  ServiceInstanceStatus: status,
});

export const customer = (Name: string, Status: InstanceState | null = null, Suspended = false) => ({
  Id: Name === "Acme" ? acme : crypto.randomUUID(),
  Name,
  Status,
  Suspended,
});
export const picker = (Customers: ReturnType<typeof customer>[], changes: object = {}) =>
  succeeded({ Customers, OrderLimit: "OncePerCustomer", AllowedToAdd: true, ...changes });

type Handlers = Parameters<typeof fakeApi>[0];
export function portal(handlers: Handlers = {}, person: Parameters<typeof sessionOf>[0] = {}) {
  return fakeApi({
    "GET /api/session": succeeded(sessionOf(person)),
    "GET /api/marketplace/services": succeeded({ Items: [voice, microsoft] }),
    [`GET /api/marketplace/customers/${acme}/services`]: succeeded({ Items: [voice, microsoft] }),
    [`GET /api/marketplace/customers/${acme}/bundle-products`]: succeeded({ Items: [] }),
    [`GET /api/marketplace/services/by-end-user-admin/${acme}`]: succeeded({ Items: [voice, microsoft] }),
    "GET /api/marketplace/products/hosted-voice": succeeded(voice),
    "GET /api/marketplace/products/hosted-voice/customers": ({ query }) => {
      const all = ["Acme", "Bakery"].map((name) => customer(name));
      const text = query.get("Search") ?? "";
      return picker(all.filter(({ Name }) => Name.toLowerCase().includes(text.toLowerCase())));
    },
    ...handlers,
  });
}
export const unsigned = succeeded({ signed: false, agreementId: "general", signedBy: null, signedAt: null });
export const signed = succeeded({
  signed: true,
  agreementId: "general",
  signedBy: "Ann",
  signedAt: "2026-01-01T00:00:00Z",
});

/** Opens the popup on an empty page. */
export async function opened(request: Parameters<typeof openAddProduct>[0] = {}) {
  const app = await renderApp("/gallery");
  await expect.element(app.screen.getByRole("heading", { level: 1, name: "Gallery" })).toBeVisible();
  await expect.poll(() => app.screen.getByRole("banner").elements().length).toBe(1);
  openAddProduct(request);
  return { ...app, popup: app.screen.getByRole("dialog") };
}
export const addressOf = (app: Awaited<ReturnType<typeof opened>>) => app.router.state.location.href;
