import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { acme } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { journeyOf } from "./journey-fixtures.ts";

const names = [
  "secure-message",
  "share-point",
  "office-365",
  "power-bi",
  "dynamics-365",
  "intune",
  "ems",
  "azure",
  "office-365-secure",
  "acronis-backup",
  "bitdefender",
  "hosted-voice",
  "appinteract",
  "message-labs",
  "hosted-voice-hardware",
  "acronis-files-cloud",
  "cloudtalk",
  "skykick",
  "azure-asp",
  "azure-ri",
  "azure-ss",
  "vade",
  "cloud-server",
  "webroot",
  "titanhq",
];

test("CAT-19 each of the 25 route names opens the journey of its product, and an unknown one is not found", async () => {
  const journeys = names.map((name) => [
    `GET /api/journeys/route/${name}`,
    succeeded(journeyOf({ ProductId: name, ProductName: `the product of ${name}`, RouteName: name })),
  ]);
  fakeApi({ "GET /api/session": succeeded(sessionOf()), ...Object.fromEntries(journeys) });
  const place = (name: string) => `/customers/customer/${acme.Id}/add-service/${name}`;
  const { screen, router } = await renderApp(place("no-such-product"));
  await expect.element(screen.getByText(/^We could not find this/).first()).toBeVisible();
  for (const name of names) {
    await router.navigate({ href: place(name) });
    await expect
      .element(screen.getByRole("heading", { level: 1, name: `Add the product of ${name}`, exact: true }))
      .toBeVisible();
  }
});

const userId = "019a0000-0000-7000-8000-0000000000d1";
const begin = async (place: string, handlers: Parameters<typeof fakeApi>[0]) => {
  const sent = fakeApi({ "GET /api/session": succeeded(sessionOf()), ...handlers });
  const rendered = await renderApp(`/customers/customer/${place}`);
  const asked = () => sent.find(({ path }) => path.startsWith("/api/journeys/"))?.query ?? new URLSearchParams();
  return { ...rendered, asked };
};

test.each([
  ["ORD-25", `${acme.Id}/add-services/17/Add`, "17", null],
  ["ORD-26", `${acme.Id}/add-services/18/Add/customer`, "18", null],
  ["ORD-26", `${acme.Id}+${userId}/add-services/18/Add/user`, "18", userId],
  ["ORD-27", `${acme.Id}/add-services/acronis-backup/Add/${userId}`, "acronis-backup", userId],
] as const)("%s the address %s opens its add journey, for whom it says", async (_row, place, name, UserId) => {
  const journey = journeyOf({ ProductName: "what is wanted" });
  const { screen, asked } = await begin(place, { [`GET /api/journeys/product/${name}`]: succeeded(journey) });
  await expect
    .element(screen.getByRole("heading", { level: 1, name: "Add what is wanted", exact: true }))
    .toBeVisible();
  expect([asked().get("Action"), asked().get("CustomerId"), asked().get("UserId")]).toEqual(["Add", acme.Id, UserId]);
});

test("ORD-28 the address cs/add-service/{listing} opens the journey of that listing", async () => {
  const listing = "5b1f6c1e-7c0a-4d5e-9a36-0b2f4c8d1a08";
  const { screen, asked } = await begin(`${acme.Id}/cs/add-service/${listing}`, {
    [`GET /api/journeys/product/${listing}`]: succeeded(journeyOf({ ProductName: "Microsoft 365" })),
  });
  await expect.element(screen.getByRole("heading", { level: 1, name: "Add Microsoft 365" })).toBeVisible();
  await expect.element(screen.getByRole("heading", { level: 2, name: "Microsoft tenant" })).toBeVisible();
  expect([asked().get("Action"), asked().get("CustomerId")]).toEqual(["Add", acme.Id]);
});

const mine = "019a0000-0000-7000-8000-0000000000d2";
const service = (Id: string, UserId: string | null): ServiceItem => ({
  Id,
  CustomerId: acme.Id,
  CustomerName: acme.Name,
  ProductId: "acronis-backup",
  ProductName: "Acronis Backup",
  RouteName: "acronis-backup",
  Icon: "backup",
  Level: UserId === null ? "customer" : "user",
  UserId,
  UserName: null,
  Status: "Active",
  StatusNumber: 0,
  Reason: null,
  UnderWay: null,
  Since: "2026-05-20T09:00:00.000Z",
  Quantities: [],
  Names: [],
});
const page = (Service: ServiceItem) =>
  succeeded({
    Service,
    Changeable: true,
    ChargingModel: "Licence",
    Details: {},
    Differences: [],
    TransferVendor: null,
    Subscriptions: [],
    IsMetered: false,
    HasPeople: false,
    Intents: [],
    Resources: [],
    History: [],
    Orders: [],
  });

test.each([
  ["ORD-38", `${acme.Id}+${userId}+modify/add-service/acronis-backup`, mine],
  ["ORD-39", `${acme.Id}+modify/add-service/acronis-backup`, "019a0000-0000-7000-8000-0000000000d4"],
] as const)("%s the address %s changes the service of whom it names, and no other", async (_row, place, InstanceId) => {
  const others = service("019a0000-0000-7000-8000-0000000000d3", acme.Id);
  const own = service("019a0000-0000-7000-8000-0000000000d4", null);
  const { screen, asked } = await begin(place, {
    [`GET /api/customers/${acme.Id}/services`]: succeeded({ Items: [others, service(mine, userId), own] }),
    "GET /api/journeys/product/acronis-backup": succeeded(journeyOf({ ProductName: "Acronis Backup" })),
  });
  await expect.element(screen.getByRole("heading", { level: 1, name: "Change Acronis Backup" })).toBeVisible();
  expect([asked().get("Action"), asked().get("InstanceId")]).toEqual(["Modify", InstanceId]);
});

test.each([
  ["ORD-36", `${acme.Id}+${mine}/delete-service`],
  ["ORD-37", `${acme.Id}+${mine}/delete-service/${userId}`],
])("%s the address %s opens the deletion of the service", async (_row, place) => {
  const { screen, asked } = await begin(place, {
    [`GET /api/services/${mine}`]: page(service(mine, userId)),
    "GET /api/journeys/product/acronis-backup": succeeded(journeyOf({ ProductName: "Acronis Backup" })),
  });
  await expect.element(screen.getByRole("heading", { level: 1, name: "Delete Acronis Backup" })).toBeVisible();
  expect([asked().get("Action"), asked().get("InstanceId")]).toEqual(["Delete", mine]);
});

test("the deletion of one user's service does not delete that of another", async () => {
  const { screen, asked } = await begin(`${acme.Id}+${mine}/delete-service/${acme.Id}`, {
    [`GET /api/services/${mine}`]: page(service(mine, userId)),
  });
  await expect.element(screen.getByRole("heading", { name: "This is not a service of that user" })).toBeVisible();
  expect(asked().get("Action")).toBeNull();
});
