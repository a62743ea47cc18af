import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Menu } from "./menu.tsx";
import { formatMoney } from "./money-text.tsx";
import { ellipsis } from "./page.tsx";
import { Tabs } from "./tabs.tsx";
import { NumberField } from "./number-field.tsx";
import { PasswordField } from "./text-field.tsx";

test("long text is cut and ends in three dots", () => {
  expect(ellipsis("The Worshipful Company of Bakers", 17)).toBe("The Worshipful...");
  expect(ellipsis("Bakers", 17)).toBe("Bakers");
});

test.each([
  ["0", "£0.00"],
  ["5", "£0.05"],
  ["123456789", "£1,234,567.89"],
  ["-4200", "−£42.00"],
  ["99999999999999999999", "£999,999,999,999,999,999.99"],
])("money of %s minor units reads %s", (Minor, text) => {
  expect(formatMoney({ Minor, Currency: "GBP" })).toBe(text);
});

test("a busy button keeps its name and takes no press", async () => {
  const press = vi.fn();
  const screen = await render(
    <Button busy onClick={press}>
      Add customer
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Add customer" });
  await expect.element(button).toBeDisabled();
  expect(button.element().ariaBusy).toBe("true");
});

function Seats() {
  const [seats, setSeats] = useState(5);
  return (
    <>
      <NumberField label="Seats" value={seats} onValue={setSeats} min={1} max={10} />
      <output aria-label="Chosen">{seats}</output>
    </>
  );
}

test("a number is stepped by buttons and arrows; one beyond the limits stays as written and is refused", async () => {
  const screen = await render(<Seats />);
  const field = screen.getByRole("spinbutton", { name: "Seats" });
  const chosen = screen.getByLabelText("Chosen");
  await screen.getByRole("button", { name: "More: Seats" }).click();
  await expect.element(chosen).toHaveTextContent("6");
  await field.click();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(chosen).toHaveTextContent("4");
  await field.fill("99");
  await userEvent.tab();
  await expect.element(field).toHaveValue("99");
  await expect.element(field).toHaveAccessibleDescription("Must be at most 10");
  await expect.element(chosen).toHaveTextContent("4");
  await field.fill("10");
  await userEvent.tab();
  await expect.element(screen.getByRole("button", { name: "More: Seats" })).toBeDisabled();
});

test("a text that is no whole number stays as written, is refused in its own words, and holds the action back", async () => {
  const order = vi.fn();
  const screen = await render(
    <>
      <Seats />
      <Button variant="primary" onClick={order}>
        Order
      </Button>
    </>,
  );
  const field = screen.getByRole("spinbutton", { name: "Seats" });
  await field.fill("8.50");
  await userEvent.tab();
  await expect.element(field).toHaveValue("8.50");
  await expect.element(field).toHaveAccessibleDescription("Must be a whole number, not “8.50”");
  await expect.element(screen.getByLabelText("Chosen")).toHaveTextContent("5");
  await screen.getByRole("button", { name: "Order" }).click();
  await expect.element(field).toHaveFocus();
  expect(order).not.toHaveBeenCalled();
  await field.fill("8.00");
  await screen.getByRole("button", { name: "Order" }).click();
  await expect.element(field).toHaveValue("8");
  await expect.element(screen.getByLabelText("Chosen")).toHaveTextContent("8");
  expect(order).toHaveBeenCalledOnce();
});

function Licences() {
  const [seats, setSeats] = useState(25);
  return (
    <>
      <NumberField label="Seats" value={seats} present={25} onValue={setSeats} min={1} max={3000} />
      <output aria-label="Chosen">{seats}</output>
    </>
  );
}

test("more than ten times the present quantity is asked for once before anything is ordered", async () => {
  const order = vi.fn();
  const screen = await render(
    <>
      <Licences />
      <Button variant="primary" onClick={order}>
        Order
      </Button>
    </>,
  );
  const field = screen.getByRole("spinbutton", { name: "Seats" });
  const chosen = screen.getByLabelText("Chosen");
  await field.fill("2500");
  await expect.element(screen.getByText("You entered 2,500; now it is 25. Order 2,500?")).toBeVisible();
  await expect.element(chosen).toHaveTextContent("25");
  await screen.getByRole("button", { name: "Order" }).click();
  expect(order).not.toHaveBeenCalled();
  await screen.getByRole("button", { name: "Keep 25" }).click();
  await expect.element(field).toHaveValue("25");
  await field.fill("2500");
  await screen.getByRole("button", { name: "Yes, 2,500" }).click();
  await expect.element(chosen).toHaveTextContent("2500");
  await field.fill("2400");
  await screen.getByRole("button", { name: "Order" }).click();
  await expect.element(chosen).toHaveTextContent("2400");
  expect(order).toHaveBeenCalledOnce();
});

test("a password can be looked at", async () => {
  const screen = await render(<PasswordField label="Password" defaultValue="Copper" />);
  const field = screen.getByLabelText("Password", { exact: true });
  expect(field.element()).toHaveProperty("type", "password");
  await screen.getByRole("button", { name: "Show password" }).click();
  expect(field.element()).toHaveProperty("type", "text");
});

test("a copied item is marked for a second", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const screen = await render(<CopyButton text="TW-000412" label="Copy number" />);
  await screen.getByRole("button", { name: "Copy number" }).click();
  await expect.element(screen.getByRole("button", { name: "Copied" })).toHaveClass("copied");
  await expect.element(screen.getByRole("button", { name: "Copy number" })).not.toHaveClass("copied");
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith("TW-000412");
});

test("a menu opens, is walked by arrows, and Escape closes it and returns", async () => {
  const rename = vi.fn();
  const screen = await render(
    <Menu label="Actions" groups={[{ items: [{ label: "Rename", onSelect: rename }, { label: "Suspend" }] }]} />,
  );
  const button = screen.getByRole("button", { name: "Actions" });
  await button.click();
  await expect.element(screen.getByRole("button", { name: "Rename" })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("button", { name: "Rename" })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("button", { name: "Suspend" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  await screen.getByRole("button", { name: "Rename" }).click();
  expect(rename).toHaveBeenCalledOnce();
  await expect.element(button).toHaveAttribute("aria-expanded", "false");
});

test("a menu closes when its place is reused for something else, and stays closed", async () => {
  const menu = (of: string) => <Menu label="Actions" of={of} groups={[{ items: [{ label: "Rename" }] }]} />;
  const screen = await render(menu("Acme"));
  await screen.getByRole("button", { name: "Actions" }).click();
  await expect.element(screen.getByRole("button", { name: "Rename" })).toBeVisible();
  for (const of of ["Brook", "Acme"]) {
    await screen.rerender(menu(of));
    await expect.element(screen.getByRole("button", { name: "Actions" })).toHaveAttribute("aria-expanded", "false");
    await expect.element(screen.getByRole("button", { name: "Rename" })).not.toBeInTheDocument();
  }
});

function Sections() {
  const [at, setAt] = useState("services");
  return (
    <Tabs
      label="Customer"
      tabs={[
        { id: "services", label: "Services", count: 12 },
        { id: "users", label: "Users" },
      ]}
      value={at}
      onValue={setAt}
    >
      Panel of {at}
    </Tabs>
  );
}

test("arrow keys move through tabs and show the panel", async () => {
  const screen = await render(<Sections />);
  await screen.getByRole("tab", { name: /Services/ }).click();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(screen.getByRole("tabpanel", { name: "Users" })).toHaveTextContent("Panel of users");
  await expect.element(screen.getByRole("tab", { name: "Users" })).toHaveFocus();
});
