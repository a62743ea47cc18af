import { expect, test } from "vitest";
import { carriedOf, journeyAfter } from "./carried-answers.ts";

const listingId = "5b1f6c1e-7c0a-4d5e-9a36-0b2f4c8d1a08";

test("ORD-02 the service decides between the new journey and the old route", () => {
  const question = { serviceRouteName: "office-365", listingId };
  expect(journeyAfter("12", { ...question, isNewJourney: "true" }, {})).toBe(
    `/customers/customer/12/cs/add-service/${listingId}`,
  );
  expect(journeyAfter("12", { ...question, isNewJourney: "false" }, {})).toBe(
    "/customers/customer/12/add-service/office-365",
  );
  expect(journeyAfter("12", { serviceRouteName: "power-bi", isNewJourney: "true" }, {})).toBe(
    "/customers/customer/12/add-service/power-bi",
  );
});

test("ORD-04 what the question page learns goes on to the journey", () => {
  const address = journeyAfter("12+34", { serviceRouteName: "office-365" }, { MicrosoftDomain: "acmedental" });
  expect(address).toBe("/customers/customer/12+34/add-service/office-365?MicrosoftDomain=acmedental");
  expect(carriedOf({ MicrosoftDomain: "acmedental", other: "x" })).toEqual({ MicrosoftDomain: "acmedental" });
});
