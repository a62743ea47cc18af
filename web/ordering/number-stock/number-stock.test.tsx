import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const [first, second] = ["019a0000-0000-7000-8000-0000000000c1", "019a0000-0000-7000-8000-0000000000c2"];
const bristol = { Id: first, AreaCode: "0117", Numbers: "+441174960000 to +441174960999", Count: 1000 };
const dublin = { Id: second, AreaCode: "01", Numbers: "+35314960000 to +35314960099", Count: 100 };
const Items = [
  { ...bristol, Free: 40, Held: 950, Resting: 10 },
  { ...dublin, Free: 100, Held: 0, Resting: 0 },
];
const reads = {
  "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
  "GET /api/operator/number-ranges": succeeded({ Items }),
};

test("ranges say how much of them is left; a new one says on its field why it cannot be, and a free one is withdrawn", async () => {
  const sent = fakeApi({
    ...reads,
    "POST /api/operator/number-ranges": refused(400, "invalidRequest", "Some values cannot be used.", {
      First: "Some of these numbers are in stock already",
    }),
    [`DELETE /api/operator/number-ranges/${second}`]: refused(
      409,
      "numbersInUse",
      "Some of these numbers are held or rest.",
    ),
  });
  const { screen } = await renderApp("/operator/numbers");
  await expect.element(screen.getByText("40 left")).toBeVisible();
  await expect.element(screen.getByText("100 of 100 free")).toBeVisible();
  expect(await faults()).toEqual([]);

  await screen.getByRole("button", { name: "Add a range" }).click();
  const dialog = screen.getByRole("dialog", { name: "Add a range" });
  await dialog.getByRole("combobox", { name: "Country" }).selectOptions("Ireland");
  await dialog.getByRole("textbox", { name: "Area code" }).fill("01");
  await dialog.getByRole("textbox", { name: "First number" }).fill("01 496 0000");
  await dialog.getByRole("button", { name: "Add range" }).click();
  await expect.element(dialog.getByText("Some of these numbers are in stock already")).toBeVisible();
  expect(await faults()).toEqual([]);
  expect(
    JSON.parse(sent.find(({ method, path }) => method === "POST" && path.endsWith("/number-ranges"))!.body),
  ).toEqual({
    Country: "IE",
    AreaCode: "01",
    First: "01 496 0000",
    Count: 100,
  });
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // Of what is held nothing can be withdrawn.
  await expect.element(screen.getByRole("button", { name: "Actions for row 1" })).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Actions for row 2" }).click();
  await screen.getByRole("button", { name: "Withdraw", exact: true }).click();
  const ask = screen.getByRole("dialog", { name: "Withdraw this range?" });
  await ask.getByRole("button", { name: "Withdraw" }).click();
  await expect.element(ask.getByText("Some of these numbers are held or rest.")).toBeVisible();
});
