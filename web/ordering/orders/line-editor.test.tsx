import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { itemOf, journeyOf } from "./journey-fixtures.ts";
import { LineEditor } from "./line-editor.tsx";

test("LIM-07 storage without a quota asks for none and says so; everything else asks how much", async () => {
  const line = { sku: "Storage", offerId: "Storage:month", quantity: 1, attributes: {} };
  const draw = (IsUnlimited: boolean) =>
    render(
      <LineEditor
        journey={journeyOf()}
        item={itemOf("Storage", { Unit: "Tenant", IsUnlimited })}
        line={line}
        problems={{}}
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

test("FORM-07 FORM-08 a quantity outside its limits says the limit, and is taken for no other number", async () => {
  const quantities: (number | undefined)[] = [];
  const { getByRole, getByText } = await render(
    <LineEditor
      journey={journeyOf()}
      item={itemOf("Business Premium", { Minimum: 5, Maximum: 300 })}
      line={{ sku: "Business Premium", offerId: "Business Premium:year", quantity: 7, attributes: {} }}
      problems={{}}
      onLine={({ quantity }) => quantities.push(quantity)}
    />,
  );
  const seats = getByRole("spinbutton", { name: "Licences" });
  await seats.fill("4");
  await expect.element(getByText("Must be at least 5", { exact: true })).toBeVisible();
  await seats.fill("5");
  await expect.poll(() => getByText("Must be at least 5").elements()).toHaveLength(0);
  await seats.fill("301");
  await expect.element(getByText("Must be at most 300", { exact: true })).toBeVisible();
  await expect.element(seats).toHaveAttribute("aria-invalid", "true");
  await userEvent.tab();
  await expect.element(seats).toHaveValue("301");
  await expect.element(getByText("Must be at most 300", { exact: true })).toBeVisible();
  expect(quantities).toEqual([5]);
});
