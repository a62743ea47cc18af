import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { itemOf, journeyOf, stepOf } from "./journey-fixtures.ts";
import { stockWords } from "./stock-note.tsx";

const customerId = "019a0000-0000-7000-8000-000000000001";
const [short, full, empty, gone] = [
  itemOf("T54W", { Group: "Phones", Stock: { Free: 3, RunsOut: false } }),
  itemOf("T57W", { Group: "Phones", Stock: { Free: 60, RunsOut: false } }),
  itemOf("T31P", { Group: "Phones", Stock: { Free: 0, RunsOut: false } }),
  itemOf("T19", { Group: "Phones", Stock: { Free: 0, RunsOut: true } }),
];
const headset = itemOf("UH36", { Group: "Headsets", Stock: { Free: 60, RunsOut: false } });
const journey = journeyOf({
  Steps: [
    stepOf("products", 4, { Items: [short, full, empty, gone, headset] }),
    stepOf("quantities", 2),
    stepOf("review", 1, { Component: "review" }),
  ],
});

test("goods say what is in stock, and where that is too little, what is there at once takes their place", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/office-365": succeeded(journey),
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/add-service/office-365`);
  await expect.element(screen.getByText("Out of stock: follows as soon as it comes in")).toBeVisible();
  await expect.element(screen.getByRole("checkbox", { name: "T19" })).toBeDisabled();
  await expect.element(screen.getByText("Sold out: no more come in")).toBeVisible();
  await screen.getByRole("checkbox", { name: "T54W" }).click();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Next", exact: true }).click();

  await expect.element(screen.getByText("3 in stock", { exact: true })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Take instead/ }).elements()).toEqual([]);
  await screen.getByRole("spinbutton").fill("5");
  await expect.element(screen.getByText("3 in stock: the other 2 follow as they come in")).toBeVisible();
  // Neither what is short itself nor goods of another kind.
  expect(screen.getByRole("button", { name: /^Take instead/ }).elements()).toHaveLength(1);
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Take instead: T57W" }).click();
  await expect.element(screen.getByRole("heading", { name: "T57W" })).toBeVisible();
  await expect.element(screen.getByRole("spinbutton")).toHaveValue("5");
  await expect.element(screen.getByText("More than 50 in stock")).toBeVisible();
});

test("stock is told against what is wanted", () => {
  expect(stockWords({ Free: 2, RunsOut: true }, 5)).toBe("Only 2 left: no more come in");
  expect(stockWords({ Free: 50, RunsOut: true }, 50)).toBe("50 in stock");
});
