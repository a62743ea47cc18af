import { expect, test } from "vitest";
import { usesNewJourney, type JourneyProduct } from "@tradewind/domain/catalogue/journeys.ts";
import { addAddress, journeyAddress } from "./journey-address.ts";

const none = new Set<string>();
const crossSell = new Set(["CrossSell"]);
const product = (changes: Partial<JourneyProduct>): JourneyProduct => ({
  routeName: null,
  listingId: null,
  newJourney: false,
  journeyType: "wizard",
  ...changes,
});
const acronis = product({ routeName: "acronis-backup" });
const server = product({ routeName: "cloud-server", listingId: "9e0f2b7d", newJourney: true });
const microsoft = product({ routeName: "office-365", listingId: "5b1f6c1e", journeyType: "nce" });
const acme = { customerId: "acme" };

test("ORD-02 the new journey opens by listing, the old one by route", () => {
  expect(addAddress(acronis, acme, none)).toBe("/customers/customer/acme/add-service/acronis-backup");
  expect(addAddress(server, acme, none)).toBe("/customers/customer/acme/cs/add-service/9e0f2b7d");
  expect(addAddress({ ...server, newJourney: false }, acme, none)).toBe(
    "/customers/customer/acme/add-service/cloud-server",
  );
  expect(addAddress(product({}), acme, none)).toBeUndefined();
});

test("ORD-03 FLAG-19 CrossSell turns Microsoft 365 core into the new journey, and nothing else", () => {
  expect(journeyAddress(microsoft, acme, none)).toBe("/customers/customer/acme/add-service/office-365");
  expect(journeyAddress(microsoft, acme, crossSell)).toBe("/customers/customer/acme/cs/add-service/5b1f6c1e");
  expect(usesNewJourney(acronis, crossSell)).toBe(false);
});

test("ORD-04 Microsoft 365 asks its question first, with route, listing and kind of journey", () => {
  expect(addAddress(microsoft, acme, none)).toBe(
    "/customers/customer/acme/nce-question?serviceRouteName=office-365&listingId=5b1f6c1e&isNewJourney=false",
  );
  expect(addAddress(microsoft, acme, crossSell)).toContain("isNewJourney=true");
});

test("ORD-22 at user level customer and user stand in one segment", () => {
  expect(addAddress(acronis, { customerId: "acme", userId: "ada" }, none)).toBe(
    "/customers/customer/acme+ada/add-service/acronis-backup",
  );
});
