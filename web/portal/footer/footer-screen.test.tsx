import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const operator = { ...sessionOf({ kind: "admin", views: [], permissions: [] }), Reseller: null };
const line = (Group: string, Label: string, more: object = {}) => ({ Group, Label, Link: null, Policy: null, ...more });

async function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  const sent = fakeApi({
    "GET /api/session": succeeded(operator),
    "GET /api/footer/buttons": succeeded({
      Items: [line("social", "LinkedIn", { Link: "https://linkedin.example" }), line("company", "Tradewind")],
    }),
    ...answers,
  });
  const { screen } = await renderApp("/operator/footer");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Footer" })).toBeVisible();
  return { sent, screen };
}

test("SHELL-36 the operator changes a line, adds one that opens a policy and takes one away", async () => {
  const { screen, sent } = await open({ "PUT /api/operator/footer": succeeded({ Items: [] }) });
  await screen.getByRole("textbox", { name: "Address" }).fill("https://forum.example");
  await screen.getByRole("button", { name: "Remove Tradewind" }).click();
  await screen.getByRole("button", { name: "Add line" }).nth(1).click();
  await screen.getByRole("textbox", { name: "Text" }).nth(1).fill("Privacy");
  await screen.getByRole("combobox", { name: "Opens" }).nth(1).selectOptions("privacy");
  await screen.getByRole("button", { name: "Save footer" }).click();
  await expect.element(screen.getByText("The footer was saved")).toBeVisible();
  const { body } = sent.find(({ method }) => method === "PUT")!;
  expect(JSON.parse(body)).toEqual({
    Items: [
      line("social", "LinkedIn", { Link: "https://forum.example" }),
      line("legal", "Privacy", { Policy: "privacy" }),
    ],
  });
});

test.each(bothEnds)("what is refused is said at its line, and a new line has the focus, at %i px", async (width) => {
  await page.viewport(width, 900);
  const { screen } = await open({
    "PUT /api/operator/footer": refused(400, "invalidRequest", "Some of the values sent cannot be used.", {
      "Items.0.Link": "Must begin with https:// or with /",
      "Items.2.Label": "This field is required",
    }),
  });
  await screen.getByRole("button", { name: "Add line" }).nth(1).click();
  const added = screen.getByRole("textbox", { name: "Text" }).nth(1);
  await expect.element(added).toHaveFocus();
  await screen.getByRole("button", { name: "Save footer" }).click();
  await expect.element(added).toHaveAccessibleDescription("This field is required");
  const address = screen.getByRole("textbox", { name: "Address" });
  await expect.element(address).toHaveAccessibleDescription("Must begin with https:// or with /");
  expect(await faults()).toEqual([]);
});

test.each(bothEnds)("axe finds nothing at %i px", async (width) => {
  await page.viewport(width, 900);
  await open();
  expect(await faults()).toEqual([]);
});
