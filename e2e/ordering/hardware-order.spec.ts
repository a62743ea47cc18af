import {
  addCustomer,
  addProduct,
  expect,
  expectNoFaults,
  freshName,
  next,
  resellerOf,
  signIn,
  sumOf,
  test,
} from "../portal.ts";

test("ORD-10 ORD-53 ORD-54 ORD-55 ORD-56 hardware costs its quantities and its delivery, is submitted with both and its address, and the order shows them and its tracking number", async ({
  page,
  otherPage: staff,
}, info) => {
  const company = freshName(info, "Quayside Records");
  const { user, currency } = resellerOf(info);
  const [headset, supply, carriage] = currency === "£" ? ["34", "5.5", "6"] : ["39.78", "6.44", "7.5"];
  const goods = 2 * Number(headset) + Number(supply);
  await signIn(page, user);
  await addCustomer(page, company);
  await addProduct(page, "Hosted Voice Hardware");
  await expect(page).toHaveURL(/\/customers\/customer\/[\da-f-]+\/add-service\/hosted-voice-hardware/);
  await page.getByRole("checkbox", { name: "Yealink UH36 wired headset" }).check();
  await page.getByRole("checkbox", { name: "Power supply 5 V 2 A" }).check();
  await next(page);
  await page.getByRole("spinbutton").first().fill("2");
  await next(page);
  await page.getByRole("radio", { name: /^No delivery/ }).check();
  await expect.poll(() => sumOf(page, "Charge now, net")).toBe(`${currency}${goods.toFixed(2)}`);
  await page.getByRole("radio", { name: /^Standard/ }).check();
  await expect.poll(() => sumOf(page, "Charge now, net")).toBe(`${currency}${(goods + Number(carriage)).toFixed(2)}`);
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

  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/api/hosted-voice/hardware/orders"),
  );
  await page.getByRole("button", { name: "Place order" }).click();
  const submitted: unknown = (await sent).postDataJSON();
  expect(submitted).toMatchObject({
    OrderProducts: [
      { Products: [{ OfferId: "headset-uh36:none:once", Price: headset, Quantity: 2 }] },
      { Products: [{ Price: supply, Quantity: 1 }] },
    ],
    DeliveryOption: { Id: "standard", Cost: carriage, Description: "Standard, 3 to 5 working days" },
    Address: {
      Type: 1,
      Address1: "4 Quay Street",
      Address2: "Flat 2",
      Address3: "Second floor",
      TownCity: "Bristol",
      County: "Avon",
      PostCode: "BS1 4AA",
      Telephone: "01174 960 148",
    },
  });

  await expect(page.getByText("Activating", { exact: true }).first()).toBeVisible();
  await page.getByRole("tab", { name: /^Orders/ }).click();
  const shown = page.waitForResponse((response) => /\/api\/orders\/[\da-f-]+$/.test(response.url()));
  await page
    .getByRole("link", { name: /[\dA-F]{4}-[\dA-F]{4}$/ })
    .first()
    .click();
  const order = (await (await shown).json()) as { Result: { Hardware: unknown } };
  expect(order.Result.Hardware).toMatchObject({
    OrderProducts: [
      { Products: [{ Name: "Yealink UH36 wired headset", Price: headset, Quantity: 2 }] },
      { Products: [{ Name: "Power supply 5 V 2 A", Price: supply, Quantity: 1 }] },
    ],
    DeliveryOption: { Id: "standard", Cost: carriage, Description: "Standard, 3 to 5 working days" },
    Address: { Type: 1, Address1: "4 Quay Street", TownCity: "Bristol", PostCode: "BS1 4AA" },
  });
  await expect(
    page.getByText(`Standard, 3 to 5 working days · ${currency}${Number(carriage).toFixed(2)} net`),
  ).toBeVisible();
  await expect(page.getByText("Residential · 01174 960 148")).toBeVisible();
  await expectNoFaults(page);

  await signIn(staff, "operator@tradewind.example");
  await staff.goto("/operator/work");
  await staff.getByRole("searchbox").fill(company);
  // The header row and the work found: until then its row still moves up.
  await expect(staff.getByRole("table", { name: "Work queue" }).getByRole("row")).toHaveCount(2, { timeout: 40_000 });
  await staff.getByRole("link", { name: new RegExp(`for ${company}, by`) }).click();
  await staff.getByRole("button", { name: "Dispatch", exact: true }).click();
  const parcel = staff.getByRole("dialog", { name: "Dispatch goods" });
  await parcel.getByLabel("Carrier").fill("DPD");
  await parcel.getByLabel("Tracking number").fill("1550 2222 333");
  await expectNoFaults(staff);
  await parcel.getByRole("button", { name: "Dispatch" }).click();
  // The order's open page names it without being asked.
  await expect(page.getByText(/DPD · tracking 1550 2222 333$/).first()).toBeVisible({ timeout: 40_000 });
  await expectNoFaults(page);
});
