import { orders } from "@tradewind/contract/ordering/orders.ts";
import { isUnlimitedStorage } from "@tradewind/domain/catalogue/products.ts";
import { expect, test } from "vitest";
import { signAgreements } from "../../test/sign-agreements.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();

test("LIM-07 the product numbered 273 has no quota to ask for, the others do", async () => {
  expect([272, 273, 274, 9, 18].filter(isUnlimitedStorage)).toEqual([273]);
  const numbers = await app.sql<{ id: string }>("select id from products where agreement_service_id = 273");
  expect(numbers).toEqual([{ id: "unlimited-storage" }]);
  const person = await app.signIn();
  await signAgreements(app, person);
  const [customer] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, 'Acme Dental', '2026-01-01') returning id",
    [person.resellerId],
  );
  const itemsOf = async (productId: string) => {
    const { Result } = await app.call(person, orders.journey, {
      params: { by: "product", name: productId },
      query: { CustomerId: customer!.id, Action: "Add" },
    });
    return Result!.Steps.flatMap((step) => step.Items).map(({ IsUnlimited, Maximum }) => ({ IsUnlimited, Maximum }));
  };
  expect(await itemsOf("unlimited-storage")).toEqual([{ IsUnlimited: true, Maximum: 1 }]);
  const quotas = await itemsOf("acronis-backup");
  expect(quotas.length).toBeGreaterThan(0);
  expect(quotas.filter(({ IsUnlimited }) => IsUnlimited)).toEqual([]);
});
