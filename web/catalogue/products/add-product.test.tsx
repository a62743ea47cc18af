import { afterEach, expect, test } from "vitest";
import { closeAddProduct } from "../../shared/add-product.ts";
import { faults } from "../../test/axe.ts";
import { refused, succeeded } from "../../test/fake-api.ts";
import { typeAtOnce } from "../../test/typing.ts";
import {
  acme,
  addressOf,
  at,
  customer,
  microsoft,
  opened,
  picker,
  portal,
  signed,
  unsigned,
  voice,
} from "../../test/add-product-popup.ts";

afterEach(closeAddProduct);

test("CAT-24 CAT-25 the popup is titled Add product, Select product, and lists icons with names", async () => {
  portal();
  const { popup } = await opened();
  await expect.element(popup.getByRole("heading", { level: 2, name: "Add product", exact: true })).toBeVisible();
  await expect.element(popup.getByText("Select product", { exact: true })).toBeVisible();
  const line = popup.getByRole("button", { name: "Microsoft 365" });
  await expect.element(line).toBeVisible();
  expect(line.element().querySelector("svg")).not.toBeNull();
  expect(await faults()).toEqual([]);
});

test("CAT-26 CAT-27 CAT-28 added services have a check mark and arrow, changing ones amber, failed ones red", async () => {
  const lines = [
    at({ ...voice, ProductId: "a", Name: "Running", OrderLimit: "MultiplePerCustomer" }, "Active"),
    at({ ...voice, ProductId: "b", Name: "Starting" }, "Activating"),
    at({ ...voice, ProductId: "c", Name: "Leaving" }, "Deleting"),
    at({ ...voice, ProductId: "d", Name: "Broken" }, "ActivationFailed"),
    at({ ...voice, ProductId: "e", Name: "Stuck" }, "DeletionFailed"),
  ];
  portal({ [`GET /api/marketplace/customers/${acme}/services`]: succeeded({ Items: lines }) });
  const { popup } = await opened({ customerId: acme, customerName: "Acme" });
  await expect.element(popup.getByRole("button", { name: "Running Added" })).toBeEnabled();
  expect(popup.getByRole("button", { name: "Running Added" }).element().querySelectorAll("svg")).toHaveLength(3);
  const tone = (name: string) => {
    const mark = popup.getByRole("button", { name }).element().querySelector(".text-warning, .text-danger")!;
    expect(getComputedStyle(mark.querySelector("circle")!).fill, "a dot").not.toBe("none");
    return mark.classList.value;
  };
  expect(tone("Starting Activating")).toContain("text-warning");
  expect(tone("Leaving Deleting")).toContain("text-warning");
  expect(tone("Broken Activation failed")).toContain("text-danger");
  expect(tone("Stuck Deletion failed")).toContain("text-danger");
});

test("an added product that cannot be pressed shows no arrow and says why", async () => {
  const once = at(voice, "Active");
  portal({ [`GET /api/marketplace/customers/${acme}/services`]: succeeded({ Items: [once] }) });
  const { popup } = await opened({ customerId: acme, customerName: "Acme" });
  const line = popup.getByRole("button", { name: "Hosted Voice Only once for each customer Added" });
  await expect.element(line).toBeDisabled();
  expect(line.element().querySelectorAll("svg")).toHaveLength(2);
});

test("CAT-29 Cancel closes it", async () => {
  portal();
  const { popup } = await opened();
  await popup.getByRole("button", { name: "Cancel" }).click();
  await expect.element(popup).not.toBeInTheDocument();
});

test("CAT-33 a changing or failed service cannot be pressed, and at user level an added one neither", async () => {
  const lines = [
    at({ ...voice, ProductId: "b", Name: "Starting" }, "Activating"),
    at({ ...voice, ProductId: "a", Name: "Running", OrderLimit: "MultiplePerCustomer" }, "Active"),
  ];
  portal({ [`GET /api/marketplace/customers/${acme}/services`]: succeeded({ Items: lines }) });
  const { popup } = await opened({ customerId: acme, userId: "019a0000-0000-7000-8000-000000000002" });
  await expect.element(popup.getByRole("button", { name: /Starting/ })).toBeDisabled();
  await expect.element(popup.getByRole("button", { name: /Running/ })).toBeDisabled();
});

test("CUST-17 CUST-18 CUST-20 CUST-36 the customer popup names the product and asks to select or add a customer", async () => {
  const sent = portal();
  const { popup } = await opened();
  await popup.getByRole("button", { name: "Hosted Voice" }).click();
  await expect.element(popup.getByRole("heading", { name: "Add product: Hosted Voice" })).toBeVisible();
  await expect.poll(() => sent.map(({ path }) => path)).toContain("/api/marketplace/products/hosted-voice/customers");
  const box = popup.getByRole("combobox", { name: "Select or add a customer" });
  await box.fill("Nobody yet");
  for (const name of ["Cancel", "Continue to add product", "Add new customer"])
    await expect.element(popup.getByRole("button", { name, exact: true })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("CUST-19 CUST-27 without the right a customer can only be selected", async () => {
  portal({}, { permissions: ["addProducts"] });
  const { popup } = await opened({ productId: "hosted-voice" });
  const box = popup.getByRole("combobox", { name: "Select a customer" });
  await box.fill("Nobody yet");
  await expect.element(popup.getByText("No matches found")).toBeVisible();
  expect(popup.getByRole("button", { name: "Add new customer" }).elements()).toHaveLength(0);
  await expect.element(popup.getByRole("button", { name: "Continue to add product" })).toBeDisabled();
});

test.each([true, false])(
  "ORD-06 with the right (%s) a product offers to add a customer, without it does not",
  async (has) => {
    portal({}, { permissions: has ? ["addProducts", "addOrEditCustomers"] : ["addProducts"] });
    const { popup } = await opened({ productId: "hosted-voice" });
    await popup.getByRole("combobox").fill("Nobody yet");
    await expect.element(popup.getByText("No matches found")).toBeVisible();
    const add = popup.getByRole("button", { name: "Add new customer" });
    await expect.poll(() => add.elements().length).toBe(has ? 1 : 0);
  },
);

test("CUST-21 typing a name without choosing keeps Continue disabled", async () => {
  portal();
  const { popup } = await opened({ productId: "hosted-voice" });
  await popup.getByRole("combobox").fill("Acme");
  await expect.element(popup.getByRole("option", { name: "Acme" })).toBeVisible();
  await expect.element(popup.getByRole("button", { name: "Continue to add product" })).toBeDisabled();
  await popup.getByRole("option", { name: "Acme" }).click();
  await expect.element(popup.getByRole("button", { name: "Continue to add product" })).toBeEnabled();
});

test("CUST-22 Add new customer shows only for a name that no customer has, and adds it", async () => {
  const sent = portal({
    "POST /api/marketplace/customers": succeeded({ organisationId: acme, customerId: acme }),
  });
  const { popup } = await opened({ productId: "hosted-voice" });
  const add = popup.getByRole("button", { name: "Add new customer" });
  await popup.getByRole("combobox").fill("acme");
  await expect.element(popup.getByRole("option", { name: "Acme" })).toBeVisible();
  expect(add.elements()).toHaveLength(0);
  await popup.getByRole("combobox").fill("Acm");
  await add.click();
  await expect.element(popup.getByRole("button", { name: "Continue to add product" })).toBeEnabled();
  const body = sent.find((line) => line.method === "POST" && line.path.endsWith("/customers"))!.body;
  expect(JSON.parse(body)).toEqual({ name: "Acm", organisationTypes: ["Commercial"] });
});

test("CUST-22 a name that the server refuses is marked on its field", async () => {
  portal({
    "POST /api/marketplace/customers": refused(400, "invalidRequest", "Please correct.", {
      name: "invalid characters",
    }),
  });
  const { popup } = await opened({ productId: "hosted-voice" });
  await popup.getByRole("combobox").fill("a@b");
  await popup.getByRole("button", { name: "Add new customer" }).click();
  await expect.element(popup.getByText("invalid characters")).toBeVisible();
});

test("CUST-23 a product that the reseller may not add warns: product already added", async () => {
  portal({
    "GET /api/marketplace/products/hosted-voice/customers": picker([customer("Acme")], { AllowedToAdd: false }),
  });
  const { popup } = await opened({ productId: "hosted-voice" });
  await expect.element(popup.getByText("product already added")).toBeVisible();
  await popup.getByRole("option", { name: "Acme" }).click();
  await expect.element(popup.getByRole("button", { name: "Continue to add product" })).toBeDisabled();
});

test("CUST-16 CUST-29 a customer is empty, checked, amber or red by how the product stands with it, each with its name", async () => {
  portal({
    "GET /api/marketplace/products/hosted-voice/customers": picker([
      customer("Free"),
      customer("Has it", "Active"),
      customer("Starting", "Activating"),
      customer("Leaving", "Deleting"),
      customer("Failed", "ActivationFailed"),
      customer("Stuck", "DeletionFailed"),
    ]),
  });
  const { popup } = await opened({ productId: "hosted-voice" });
  await expect.element(popup.getByRole("option", { name: "Free" })).toBeVisible();
  const looks = popup
    .getByRole("option")
    .elements()
    .map((option) => [
      option.textContent.replace(/(Only once|Already added|Activating|Deleting|Activation|Deletion).*/, ""),
      /text-(success|warning|danger)/.exec(option.querySelector("svg")?.classList.value ?? "")?.[1] ?? "empty",
      option.getAttribute("aria-disabled") === "true",
    ]);
  expect(looks).toEqual([
    ["Free", "empty", false],
    ["Has it", "success", true],
    ["Starting", "warning", true],
    ["Leaving", "warning", true],
    ["Failed", "danger", true],
    ["Stuck", "danger", true],
  ]);
});

test("CUST-24 customers that cannot take the product are disabled in the list", async () => {
  const all = [
    customer("Free"),
    customer("Has it", "Active"),
    customer("Starting", "Activating"),
    customer("Failed", "ActivationFailed"),
    customer("Paused", null, true),
  ];
  let limit = "OncePerCustomer";
  portal({ "GET /api/marketplace/products/hosted-voice/customers": () => picker(all, { OrderLimit: limit }) });
  const disabled = async () => {
    const { popup, screen } = await opened({ productId: "hosted-voice" });
    await expect.element(popup.getByRole("option", { name: "Free" })).toBeVisible();
    const names = popup
      .getByRole("option")
      .elements()
      .filter((option) => option.getAttribute("aria-disabled") === "true")
      .map((option) =>
        option.textContent.replace(/(Already added|Activating|Deleting|Activation|Deletion|Suspended).*/, ""),
      );
    closeAddProduct();
    await screen.unmount();
    return names;
  };
  expect(await disabled()).toEqual(["Has it", "Starting", "Failed", "Paused"]);
  limit = "MultiplePerCustomer";
  expect(await disabled()).toEqual(["Starting", "Failed", "Paused"]);
});

test("CUST-25 CUST-26 the list opens with everything, asks once after typing, and says when nothing matches", async () => {
  const sent = portal();
  const { popup } = await opened({ productId: "hosted-voice" });
  await expect.element(popup.getByRole("option", { name: "Acme" })).toBeVisible();
  await expect.element(popup.getByRole("option", { name: "Bakery" })).toBeVisible();
  typeAtOnce(popup.getByRole("combobox").element(), "bak");
  await expect.element(popup.getByRole("option", { name: "Acme" })).not.toBeInTheDocument();
  const searches = sent
    .filter((line) => line.path.endsWith("/customers"))
    .map((line) => line.query.get("Search") ?? "");
  expect(searches).toEqual(["", "bak"]);
  await popup.getByRole("combobox").fill("zzz");
  await expect.element(popup.getByText("No matches found")).toBeVisible();
});

test("CUST-28 an end-user admin is never asked for whom", async () => {
  portal(
    { "GET /api/agreements/check-signed/13": signed },
    { kind: "endUserAdmin", permissions: ["addProducts"], views: ["customers", "marketplaceOrder"] },
  );
  const app = await opened();
  await app.popup.getByRole("button", { name: "Hosted Voice" }).click();
  await expect.poll(() => addressOf(app)).toBe(`/customers/customer/${acme}/add-service/hosted-voice`);
});

test("AGR-01 AGR-02 ORD-05 choosing asks whether the agreement is signed, and a signed one leads straight on", async () => {
  const sent = portal({ "GET /api/agreements/check-signed/13": signed });
  const app = await opened({ customerId: acme });
  await app.popup.getByRole("button", { name: "Hosted Voice" }).click();
  await expect.poll(() => addressOf(app)).toBe(`/customers/customer/${acme}/add-service/hosted-voice`);
  expect(sent.some((line) => line.path === "/api/agreements/check-signed/13")).toBe(true);
  await expect.element(app.popup).not.toBeInTheDocument();
});

const info = {
  AgreementId: "general",
  Title: "Tradewind marketplace terms",
  Summary: "The general terms.",
  Version: 1,
  ServiceIds: [13],
  Signed: false,
  SignedBy: null,
  JobTitle: null,
  SignedAt: null,
};

test("AGR-03 AGR-14 ORD-05 who may agree is asked to review and sign, and then comes to the agreement", async () => {
  portal({
    "GET /api/agreements/check-signed/13": unsigned,
    "GET /api/agreements/can-agree": succeeded({ CanAgree: true }),
    "GET /api/agreements/general/info": succeeded(info),
  });
  const app = await opened({ customerId: acme });
  await app.popup.getByRole("button", { name: "Hosted Voice" }).click();
  await expect.element(app.popup.getByText(/please review and sign its agreement/)).toBeVisible();
  await expect.element(app.popup.getByText("Tradewind marketplace terms: The general terms.")).toBeVisible();
  await app.popup.getByRole("button", { name: "Review and sign" }).click();
  await expect.poll(() => addressOf(app)).toMatch(/^\/account-setting\/terms-conditions\/general\/false\/false/);
});

test("AGR-04 who may not agree is told that only an authorised user may sign", async () => {
  portal({
    "GET /api/agreements/check-signed/13": unsigned,
    "GET /api/agreements/can-agree": succeeded({ CanAgree: false }),
  });
  const app = await opened({ customerId: acme });
  await app.popup.getByRole("button", { name: "Hosted Voice" }).click();
  await expect.element(app.popup.getByText(/Only an authorised user may sign/)).toBeVisible();
  expect(app.popup.getByRole("button", { name: "Review and sign" }).elements()).toHaveLength(0);
});

test("AGR-06 ORD-04 Microsoft 365 on a known tenant asks for no agreement and opens its question page", async () => {
  for (const [partner, asks] of [
    [1, false],
    [2, false],
    [0, true],
  ] as const) {
    const sent = portal({
      [`GET /api/marketplace/customers/${acme}/has-partner-id`]: succeeded(partner),
      "GET /api/agreements/check-signed/8": signed,
    });
    const app = await opened({ customerId: acme });
    await app.popup.getByRole("button", { name: "Microsoft 365" }).click();
    await expect
      .poll(() => addressOf(app))
      .toBe(
        `/customers/customer/${acme}/nce-question?serviceRouteName=office-365&listingId=${microsoft.ListingId}&isNewJourney=false`,
      );
    expect(sent.some((line) => line.path.includes("check-signed"))).toBe(asks);
    await app.screen.unmount();
  }
});
