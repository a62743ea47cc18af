import { expect, test } from "vitest";
import { addressTypes, hardwareTotal } from "./hardware.ts";
import { format } from "../values/money.ts";

const orderProducts = [{ products: [{ price: "10.00", quantity: 2 }] }, { products: [{ price: "5.50", quantity: 1 }] }];

test("ORD-56 the hardware total is price times quantity, plus delivery if requested", () => {
  const deliveryOption = { id: "next-day", cost: "6.00", description: "Next day" };
  expect(format(hardwareTotal({ orderProducts, deliveryOption }, "GBP"))).toBe("£31.50");
  expect(format(hardwareTotal({ orderProducts, deliveryOption: null }, "GBP"))).toBe("£25.50");
  expect(hardwareTotal({ orderProducts: [], deliveryOption: null }, "EUR")).toEqual({ minor: 0n, currency: "EUR" });
});

test("an address is commercial 0 or residential 1", () => {
  expect(addressTypes).toEqual({ Commercial: 0, Residential: 1 });
});
