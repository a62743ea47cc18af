import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { jamie } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds, widths } from "../../test/widths.ts";
import type { ChosenCustomer, Restrictions } from "./restrictions.queries.ts";

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const customerOf = (number: number, Name: string): ChosenCustomer => ({ Id: idOf(number), Name, Status: "Active" });
const [acme, bright] = [customerOf(11, "Acme Dental"), customerOf(12, "Bright Legal")];
const held: Restrictions = {
  Version: 3,
  IsBeyond: false,
  MayChooseCustomers: true,
  MayGiveEveryCustomer: true,
  MayGiveEveryProduct: true,
  EveryCustomer: true,
  Customers: [],
  EveryProduct: true,
  Products: [
    { Id: "microsoft-365", Name: "Microsoft 365", Icon: "office", IsChosen: false },
    { Id: "exclaimer", Name: "Exclaimer", Icon: "exclaimer", IsChosen: false },
  ],
};
const api = `/api/users/${jamie.Id}/restrictions`;
const path = (area: string) => `/account-setting/manage-access/${jamie.Id}/permissions/${area}`;
const serve = (restrictions: Partial<Restrictions> = {}, more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET /api/users/${jamie.Id}`]: succeeded(jamie),
    [`GET ${api}`]: succeeded({ ...held, ...restrictions }),
    "GET /api/customers/suggestions": succeeded({ Items: [acme, bright] }),
    ...more,
  });
const bodyOf = (sent: ReturnType<typeof fakeApi>, method: string) =>
  JSON.parse(sent.findLast((line) => line.method === method && line.path.startsWith(api))!.body) as unknown;

test.each(widths)("ACL-48 what somebody looks after is chosen at %i px", async (width) => {
  await page.viewport(width, 900);
  serve({ EveryCustomer: false, Customers: [acme, bright] });
  const { screen } = await renderApp(path("customers"));
  await expect.element(screen.getByText("2 customers chosen")).toBeVisible();
  await expect.element(screen.getByText("Bright Legal")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test.each(bothEnds)("ACL-53 ACL-54 a person's page says what they look after, at %i px", async (width) => {
  await page.viewport(width, 900);
  const many = ["Acme Dental", "Bright Legal", "Cole & Daughters", "Dune Surf", "Elm House"].map((name, index) =>
    customerOf(20 + index, name),
  );
  const [microsoft, exclaimer] = held.Products;
  serve({
    EveryCustomer: false,
    Customers: many,
    EveryProduct: false,
    Products: [{ ...microsoft!, IsChosen: true }, exclaimer!],
  });
  const { screen } = await renderApp(`/account-setting/manage-access/${jamie.Id}`);
  await expect.element(screen.getByText("Acme Dental, Bright Legal, Cole & Daughters, and 2 more")).toBeVisible();
  await expect.element(screen.getByText("1 of 2 products")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Choose customers" }))
    .toHaveAttribute("href", path("customers"));
  expect(await faults()).toEqual([]);
  await screen.unmount();
  serve({ IsBeyond: true });
  const other = await renderApp(`/account-setting/manage-access/${jamie.Id}`);
  await expect.element(other.screen.getByText("Every customer")).toBeVisible();
  await expect.element(other.screen.getByText("Every product")).toBeVisible();
  await expect.element(other.screen.getByText(/^More than you do/)).toBeVisible();
});

test("ACL-53 customers are found on the server, saved with the version seen, and shown as saved", async () => {
  const saved = { ...held, Version: 4, EveryCustomer: false, Customers: [acme] };
  const sent = serve({}, { [`PUT ${api}/customers`]: succeeded(saved) });
  const { screen } = await renderApp(path("customers"));
  const save = screen.getByRole("button", { name: "Save changes" });
  await expect.element(save).toBeDisabled();
  await screen.getByRole("radio", { name: /Only these/ }).click();
  await screen.getByRole("combobox", { name: "Add a customer" }).fill("acme");
  await screen.getByRole("option", { name: "Acme Dental" }).click();
  await save.click();
  await expect.element(screen.getByText("Jamie Okonkwo’s customers were saved")).toBeVisible();
  expect(bodyOf(sent, "PUT")).toEqual({ Version: 3, Every: false, CustomerIds: [acme.Id] });
  await expect.element(screen.getByText("1 customer chosen")).toBeVisible();
  await screen.getByRole("button", { name: "Remove Acme Dental" }).click();
  await expect.element(screen.getByText("No customers chosen yet")).toBeVisible();
});

test("a pasted list becomes customers; entries without a match stay to be corrected", async () => {
  serve(
    { EveryCustomer: false, Customers: [] },
    { "POST /api/customers/matches": succeeded({ Items: [acme, bright], Unknown: ["Nobody Ltd"] }) },
  );
  const { screen } = await renderApp(path("customers"));
  await screen.getByRole("button", { name: "Paste a list" }).click();
  await screen.getByRole("textbox", { name: "Names or numbers" }).fill("Acme Dental\nBright Legal\nNobody Ltd");
  await screen.getByRole("button", { name: "Add customers" }).click();
  await expect.element(screen.getByText("1 not found")).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "Names or numbers" })).toHaveValue("Nobody Ltd");
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Close" }).click();
  await expect.element(screen.getByText("2 customers chosen")).toBeVisible();
});

test("ACL-54 products are ticked and saved; a refusal is shown at the choice", async () => {
  const sent = serve(
    {},
    {
      [`PUT ${api}/products`]: refused(400, "invalidRequest", "Some values cannot be used.", {
        ProductIds: "Choose at least one product",
      }),
    },
  );
  const { screen } = await renderApp(path("products"));
  await screen.getByRole("radio", { name: /Only these/ }).click();
  await screen.getByRole("checkbox", { name: "Exclaimer" }).click();
  await expect.element(screen.getByText("1 of 2 chosen")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText("Choose at least one product")).toBeVisible();
  expect(bodyOf(sent, "PUT")).toEqual({ Version: 3, Every: false, ProductIds: ["exclaimer"] });
});

test("a concurrent change is reported, and shown on request", async () => {
  serve(
    { EveryCustomer: false, Customers: [acme, bright] },
    { [`PUT ${api}/customers`]: refused(409, "conflict", "This was changed in the meantime.") },
  );
  const { screen } = await renderApp(path("customers"));
  await screen.getByRole("button", { name: "Remove Acme Dental" }).click();
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText("Somebody else has changed this in the meantime")).toBeVisible();
});

test("people who see more than the caller cannot be changed; a restricted caller cannot grant everything", async () => {
  serve({ IsBeyond: true, MayGiveEveryCustomer: false });
  const { screen } = await renderApp(path("customers"));
  await expect.element(screen.getByText("You cannot change this")).toBeVisible();
  await expect.element(screen.getByRole("radio", { name: /Every customer/ })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Save changes" }).elements()).toHaveLength(0);
});

test("changing one's own restrictions is refused with a message", async () => {
  serve({}, { [`GET ${api}`]: refused(409, "notYourself", "You cannot do this to yourself.") });
  const { screen } = await renderApp(path("customers"));
  await expect.element(screen.getByText("You cannot do this to yourself.")).toBeVisible();
});
