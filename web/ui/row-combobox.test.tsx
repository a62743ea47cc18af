import { useState } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { userEvent } from "vitest/browser";
import { faults } from "../test/axe.ts";
import { RowCombobox, type Option } from "./combobox.tsx";

const plans: readonly Option[] = ["Basic", "Standard", "Premium"].map((label) => ({ id: label, label }));
const search = (text: string) =>
  Promise.resolve(plans.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())));

function Rows() {
  const [chosen, setChosen] = useState<Record<string, Option | null>>({});
  return ["Acme", "Blue"].map((name) => (
    <RowCombobox
      key={name}
      label={`Plan of ${name}`}
      value={chosen[name] ?? null}
      onValue={(option) => setChosen((before) => ({ ...before, [name]: option }))}
      search={search}
    />
  ));
}

test("a combobox in a row opens when entered, by keyboard or pointer, and takes the choice", async () => {
  const screen = await render(<Rows />);
  const acme = screen.getByRole("combobox", { name: "Plan of Acme" });
  const blue = screen.getByRole("combobox", { name: "Plan of Blue" });
  expect(await faults()).toEqual([]);
  await userEvent.tab();
  await expect.element(acme).toHaveFocus();
  await expect.element(acme).toHaveAttribute("aria-expanded", "true");
  await userEvent.keyboard("prem");
  await expect.element(screen.getByRole("option", { name: "Premium" })).toBeVisible();
  await expect.poll(() => screen.getByRole("option").elements().length).toBe(1);
  await userEvent.keyboard("{Enter}");
  await expect.element(acme).toHaveValue("Premium");
  await userEvent.tab();
  await expect.element(blue).toHaveFocus();
  await expect.element(acme).toHaveAttribute("aria-expanded", "false");
  await userEvent.tab({ shift: true });
  await expect.element(acme).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await blue.click();
  await screen.getByRole("option", { name: "Basic" }).click();
  await expect.element(blue).toHaveValue("Basic");
  await expect.element(acme).toHaveTextContent("Premium");
});
