import {
  addCustomer,
  addProduct,
  expect,
  expectNoFaults,
  freshName,
  next,
  resellerOf,
  signIn,
  test,
} from "../portal.ts";

test("ORD-53 ORD-54 ORD-55 hardware is submitted with its quantities, its delivery and its address, and the order shows them", async ({
  page,
}, info) => {
  test.skip(info.project.name !== "1440", "What is submitted does not depend on the width");
  await signIn(page, resellerOf(info).user);
  await addCustomer(page, freshName(info, "Quayside Records"));
  await addProduct(page, "Hosted Voice Hardware");
  await page.getByRole("checkbox", { name: "Yealink UH36 wired headset" }).check();
  await page.getByRole("checkbox", { name: "Power supply 5 V 2 A" }).check();
  await next(page);
  await page.getByRole("spinbutton").first().fill("2");
  await next(page);
  await page.getByRole("radio", { name: /^Standard/ }).check();
  await next(page);
  await expectNoFaults(page);
  const address = {
    "Address line 1": "4 Quay Street",
    "Address line 2": "Flat 2",
    "Address line 3": "Second floor",
    "Town or city": "Bristol",
    County: "Avon",
    Postcode: "BS1 4AA",
    Telephone: "01174 960 148",
  };
  await page.getByLabel("Address type").selectOption("Residential");
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label).fill(value);
  await next(page);

  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/orders"));
  await page.getByRole("button", { name: "Place order" }).click();
  const submitted: unknown = (await sent).postDataJSON();
  expect(submitted).toMatchObject({
    Change: {
      Kind: "add",
      Lines: [{ OfferId: "headset-uh36:none:once", Quantity: 2 }, { Quantity: 1 }],
      DeliveryOption: "standard",
    },
    Details: {
      AddressType: "1",
      Address1: "4 Quay Street",
      Address2: "Flat 2",
      Address3: "Second floor",
      TownCity: "Bristol",
      County: "Avon",
      PostCode: "BS1 4AA",
      Telephone: "01174 960 148",
    },
  });

  await page.getByRole("tab", { name: /^Orders/ }).click();
  const shown = page.waitForResponse((response) => /\/api\/orders\/[\da-f-]+$/.test(response.url()));
  await page
    .getByRole("link", { name: /[\dA-F]{4}-[\dA-F]{4}$/ })
    .first()
    .click();
  const order = (await (await shown).json()) as { Result: { Hardware: unknown } };
  expect(order.Result.Hardware).toMatchObject({
    OrderProducts: [
      { Products: [{ Name: "Yealink UH36 wired headset", Price: "34", Quantity: 2 }] },
      { Products: [{ Name: "Power supply 5 V 2 A", Price: "5.5", Quantity: 1 }] },
    ],
    DeliveryOption: { Id: "standard", Cost: "6", Description: "Standard, 3 to 5 working days" },
    Address: { Type: 1, Address1: "4 Quay Street", TownCity: "Bristol", PostCode: "BS1 4AA" },
  });
  await expect(page.getByText("Standard, 3 to 5 working days · £6.00 net")).toBeVisible();
  await expect(page.getByText("Residential · 01174 960 148")).toBeVisible();
  await expectNoFaults(page);
});
