import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const taken = "A customer with this name already exists";

/** The form that adds a customer. `press` tries to send it. */
async function open() {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "POST /api/marketplace/customers": refused(409, "customerNameTaken", taken, { name: taken }),
  });
  const { screen } = await renderApp("/customers/add");
  const press = () => screen.getByRole("button", { name: "Add customer" }).click();
  const fill = (label: string, text: string) =>
    screen.getByRole("textbox", { name: new RegExp(`^${label}`) }).fill(text);
  await fill("Name", "Acme Dental");
  return { screen, fill, press, sent };
}

test("FORM-10 FORM-11 once sent, a list names each field to correct: empty ones as invalid, others by their characters", async () => {
  const { screen, fill, press } = await open();
  await fill("Name", "");
  await fill("Postcode", "LS1_1AA");
  expect(screen.getByText("Please correct the following:").elements()).toHaveLength(0);
  await press();
  await expect.element(screen.getByText("Please correct the following:")).toBeVisible();
  const lines = () =>
    screen
      .getByText(/^- Invalid/)
      .elements()
      .map((each) => each.textContent);
  await expect.poll(lines).toEqual(["- Invalid Name.", "- Invalid characters in Postcode."]);
  expect(await faults()).toEqual([]);
  await fill("Name", "Acme Dental");
  await expect.poll(lines).toEqual(["- Invalid characters in Postcode."]);
  await fill("Postcode", "LS1 1AA");
  await expect.poll(() => screen.getByText("Please correct the following:").elements()).toHaveLength(0);
});

const wrong = [
  ["FORM-04", "Postcode", "LS", "Must be a minimum of 3 character(s)"],
  ["FORM-13", "Postcode", "a_b", "Must be letters, digits, dashes, dots and spaces"],
  ["FORM-15", "Contact name", "Ada 2", "Must not contain digits"],
  ["FORM-17", "Contact email", "a@b.c", "Must be a valid email address"],
  ["FORM-17", "Contact email", `a@b.${"c".repeat(16)}`, "Must be a valid email address"],
  ...["1234567890", "0123456789", "01234-567-89", "+12345 1234567890 1"].map(
    (phone) => ["FORM-19", "Telephone", phone, "Must be a phone number, for example 01234 567 890"] as const,
  ),
] as const;
test.each(wrong)("%s %s %j of a customer is refused", async (_row, label, text, message) => {
  const { screen, fill, press, sent } = await open();
  await fill(label, text);
  await press();
  await expect.element(screen.getByText(message, { exact: true })).toBeVisible();
  expect(sent.some(({ method }) => method === "POST")).toBe(false);
});

const right = [
  ["FORM-04", "Postcode", "LS1", "PostCode"],
  ["FORM-13", "Postcode", "A-1. b", "PostCode"],
  ["FORM-15", "Contact name", "Ada-Zoë O'Neill", "ContactName"],
  ["FORM-17", "Contact email", "a@b.co", "ContactEmail"],
  ["FORM-17", "Contact email", `a@b.${"c".repeat(15)}`, "ContactEmail"],
  ...["01234567890", "01234 567 890", "+441234567890", "00441234567890", "+44 1234 567 890"].map(
    (phone) => ["FORM-19", "Telephone", phone, "Telephone"] as const,
  ),
] as const;
test.each(right)("%s %s %j of a customer is taken", async (_row, label, text, name) => {
  const { fill, press, sent } = await open();
  await fill(label, text);
  await press();
  await expect.poll(() => sent.find(({ method }) => method === "POST")?.body).toBeDefined();
  const { body } = sent.find(({ method }) => method === "POST")!;
  expect(JSON.parse(body)).toMatchObject({ name: "Acme Dental", [name]: text });
});

test("ACL-53 somebody restricted to certain customers is refused the form, as its button is missing", async () => {
  fakeApi({ "GET /api/session": succeeded(sessionOf({ restricted: { Customers: true, Products: false } })) });
  const { router } = await renderApp("/customers/add");
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
});
