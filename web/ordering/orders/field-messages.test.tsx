import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { fieldOf, journeyOf, stepOf } from "./journey-fixtures.ts";

/** The first step of a journey with one field, after trying to go on with a value in it. */
async function tried(field: ReturnType<typeof fieldOf>, value: string) {
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/office-365": succeeded(
      journeyOf({
        Steps: [
          stepOf("questions", 1, { Title: "Questions", Fields: [field] }),
          stepOf("end", 3, { Title: "The way on", Paragraphs: ["Read this."] }),
        ],
      }),
    ),
  });
  const { screen } = await renderApp(`/customers/customer/019a0000-0000-7000-8000-000000000001/add-service/office-365`);
  await expect.element(screen.getByRole("heading", { level: 2, name: "Questions" })).toBeVisible();
  if (value !== "") await screen.getByRole("textbox", { name: new RegExp(`^${field.Label}`) }).fill(value);
  await screen.getByRole("button", { name: "Next", exact: true }).click();
  return screen;
}
const code = fieldOf("Code", { Pattern: { Source: "^[A-Z]+$", Message: "" } });

test.each([
  ["FORM-01", fieldOf("Town", { Required: true }), "", "Town is required"],
  ["FORM-02", fieldOf("Mail", { Type: "email" }), "acme", "Must be a valid email address"],
  ["FORM-03", fieldOf("Town", { MaxLength: 3 }), "Bath", "Must be a maximum of 3 character(s)"],
  ["FORM-05", code, "ab", "Must be the correct format"],
  ["FORM-06 FORM-14", fieldOf("Count", { Type: "number" }), "1.2", "Must contain only digits"],
  ["FORM-12", fieldOf("Agree", { Type: "checkbox", Required: true }), "", "This is required"],
  ["FORM-17", fieldOf("Mail", { Type: "email" }), "a@b.c", "Must be a valid email address"],
  ["FORM-17", fieldOf("Mail", { Type: "email" }), `a@b.${"c".repeat(16)}`, "Must be a valid email address"],
] as const)("%s a field of a journey says what is wrong", async (_row, field, value, message) => {
  const screen = await tried(field, value);
  await expect.element(screen.getByText(message, { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("heading", { level: 2, name: "Questions" })).toBeVisible();
});

test.each([
  ["FORM-05", code, "AB"],
  ["FORM-06 FORM-14", fieldOf("Count", { Type: "number" }), "12"],
  ["FORM-17", fieldOf("Mail", { Type: "email" }), "a@b.co"],
  ["FORM-17", fieldOf("Mail", { Type: "email" }), `a@b.${"c".repeat(15)}`],
] as const)("%s a field of a journey takes what is right", async (_row, field, value) => {
  const screen = await tried(field, value);
  await expect.element(screen.getByRole("heading", { level: 2, name: "The way on" })).toBeVisible();
});
