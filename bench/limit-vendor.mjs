/**
 * A vendor that costs hardly anything: Partner Center's list of a tenant's subscriptions, made up from the tenant's
 * number. Its CPU counts for neither side.
 */
import http from "node:http";

const each = Number(process.env.EACH);
const until = process.env.UNTIL;

const subscription = (tenant, n) => ({
  id: `${tenant}-${n}`,
  offerId: process.env.OFFER,
  offerName: "Microsoft 365 Business Premium",
  friendlyName: "Microsoft 365 Business Premium",
  productType: { id: "OnlineServicesNCE", displayName: "Online Services NCE" },
  quantity: 5,
  unitType: "Licenses",
  hasPurchasableAddons: false,
  creationDate: "2026-01-02T09:00:00Z",
  effectiveStartDate: "2026-01-02T00:00:00Z",
  commitmentEndDate: until,
  cancellationAllowedUntilDate: "2026-01-09T09:00:00Z",
  billingCycleEndDate: until,
  status: "active",
  autoRenewEnabled: true,
  isTrial: false,
  billingType: "license",
  billingCycle: "monthly",
  actions: ["edit", "cancel"],
  termDuration: "P1Y",
  renewalTermDuration: "P1Y",
  isMicrosoftProduct: true,
  partnerId: "5139005",
  contractType: "subscription",
  publisherName: "Microsoft Corporation",
  promotionId: null,
  refundableQuantity: { totalQuantity: 0, details: [] },
  orderId: "a1b2c3d4e5f6",
  links: {
    product: { uri: "/products/CFQ7TTC0LCHC?country=GB", method: "GET", headers: [] },
    sku: { uri: "/products/CFQ7TTC0LCHC/skus/0002?country=GB", method: "GET", headers: [] },
    availability: {
      uri: "/products/CFQ7TTC0LCHC/skus/0002/availabilities/CFQ7TTC0K971?country=GB",
      method: "GET",
      headers: [],
    },
    self: { uri: `/customers/${tenant}/subscriptions/${tenant}-${n}`, method: "GET", headers: [] },
  },
  attributes: {
    etag: "eyJpZCI6ImEzNTZhYzhjLWUzMTAtNDRmNC1iZjg1LWM3ZjI5MDQ0YWY5OSIsInZlcnNpb24iOjJ9",
    objectType: "Subscription",
  },
});

http
  .createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/readyz") return response.end("{}");
    if (request.method === "POST") return response.end(JSON.stringify({ access_token: "bench", expires_in: "86400" }));
    const [, , , tenant] = request.url.split("/");
    const items = Array.from({ length: each }, (_, n) => subscription(tenant, n));
    response.end(JSON.stringify({ totalCount: each, items, attributes: { objectType: "Collection" } }));
  })
  .listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit());
