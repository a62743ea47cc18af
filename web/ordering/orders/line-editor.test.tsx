import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { itemOf, journeyOf } from "./journey-fixtures.ts";
import { LineEditor } from "./line-editor.tsx";

test("LIM-07 storage without a quota asks for none and says so; everything else asks how much", async () => {
  const line = { sku: "Storage", offerId: "Storage:month", quantity: 1 };
  const draw = (IsUnlimited: boolean) =>
    render(
      <LineEditor
        journey={journeyOf()}
        item={itemOf("Storage", { Unit: "Tenant", IsUnlimited })}
        line={line}
        onLine={() => {}}
      />,
    );
  const limited = await draw(false);
  await expect.element(limited.getByRole("spinbutton", { name: "Tenants" })).toBeVisible();
  expect(limited.getByText("Unlimited").elements()).toHaveLength(0);
  await limited.unmount();
  const unlimited = await draw(true);
  await expect.element(unlimited.getByText("Unlimited")).toBeVisible();
  expect(unlimited.getByRole("spinbutton").elements()).toHaveLength(0);
});
