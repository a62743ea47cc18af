import { expect, test } from "vitest";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { fieldOf, itemOf, journeyOf, stepOf } from "./journey-fixtures.ts";

const customerId = "019a0000-0000-7000-8000-000000000001";
const block = itemOf("Number block", {
  Attributes: [
    fieldOf("AreaCode", {
      Label: "Area code",
      Required: true,
      Pattern: { Source: "0[0-9]+", Message: "Must be an area code" },
    }),
  ],
});
const journey = journeyOf({
  Steps: [
    stepOf("products", 4, { Items: [itemOf("User"), block] }),
    stepOf("quantities", 2),
    stepOf("review", 1, { Component: "review" }),
  ],
});
const wrongArea = refused(400, "invalidRequest", "Some values cannot be used.", {
  "Change.Lines.1.Attributes.AreaCode": "No numbers are left in this area",
});

test("what an item asks is asked of its line alone, priced without, sent with the order, and refused on its field", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/office-365": succeeded(journey),
    "POST /api/proposals": succeeded(proposalOf()),
    "POST /api/orders": wrongArea,
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/add-service/office-365`);
  const next = () => screen.getByRole("button", { name: "Next", exact: true }).click();
  await screen.getByRole("checkbox", { name: "User" }).click();
  await screen.getByRole("checkbox", { name: "Number block" }).click();
  await next();
  const group = screen.getByRole("group", { name: "Number block" });
  await expect.element(group.getByLabelText("Area code")).toBeVisible();
  expect(screen.getByLabelText("Area code").elements()).toHaveLength(1);
  await next();
  await expect.element(group.getByText("Area code is required")).toBeVisible();
  await group.getByLabelText("Area code").fill("Bristol");
  await expect.element(group.getByText("Must be an area code")).toBeVisible();
  await group.getByLabelText("Area code").fill("0117");
  expect(await faults()).toEqual([]);
  await next();
  await expect.element(screen.getByText(/Area code: 0117/)).toBeVisible();
  await screen.getByRole("button", { name: "Place order" }).click();
  await expect.element(group.getByText("No numbers are left in this area")).toBeVisible();
  const bodies = (path: string) =>
    sent.filter((each) => each.path === path).map(({ body }) => JSON.parse(body).Change.Lines);
  expect(bodies("/api/orders")).toMatchObject([[{ Attributes: {} }, { Attributes: { AreaCode: "0117" } }]]);
  expect(JSON.stringify(bodies("/api/proposals"))).not.toContain("Attributes");
});
