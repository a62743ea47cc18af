import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { faults } from "../test/axe.ts";
import { Button } from "./button.tsx";
import { DateField, DateTimeField } from "./date-field.tsx";
import { DateRangeField } from "./date-range-field.tsx";
import { Dialog } from "./dialog.tsx";

const limits = { min: "2026-05-21", max: "2026-07-21", today: "2026-05-21" };

function Due({ start = "" }: { start?: string }) {
  const [day, setDay] = useState(start);
  return (
    <>
      <DateField label="Expected by" value={day} onValue={setDay} {...limits} />
      <output aria-label="Told">{day}</output>
    </>
  );
}

test("a day is typed as day, month and year and reported as year, month and day", async () => {
  const screen = await render(<Due />);
  const field = screen.getByRole("textbox", { name: "Expected by" });
  await field.fill("3/6/26");
  await expect.element(screen.getByLabelText("Told")).toHaveTextContent("2026-06-03");
  await userEvent.tab();
  await expect.element(field).toHaveValue("03/06/2026");
});

test("a day pasted with signs around it is that day, and not the half of it", async () => {
  const screen = await render(<Due />);
  const field = screen.getByRole("textbox", { name: "Expected by" });
  await field.fill("\u00A0\t31/12/2026 ");
  await expect.element(screen.getByLabelText("Told")).toHaveTextContent("2026-12-31");
});

test("an invalid or out-of-range day shows an error once the field is left, and is kept", async () => {
  const screen = await render(<Due />);
  const field = screen.getByRole("textbox", { name: "Expected by" });
  await field.fill("31/06/2026");
  expect(screen.getByRole("alert").elements()).toEqual([]);
  await userEvent.tab();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Must be a date such as 21/11/2026");
  await expect.element(field).toHaveValue("31/06/2026");
  await expect.element(field).toHaveAccessibleDescription("Must be a date such as 21/11/2026");
  await field.fill("20/05/2026");
  await userEvent.tab();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Must be 21/05/2026 or later");
});

test.each([
  ["no day", "31/06/2026", "Must be a date such as 21/11/2026"],
  ["outside the limits", "20/05/2026", "Must be 21/05/2026 or later"],
])("what is %s is never sent: the button, and Enter, go back to the field", async (_, typed, fault) => {
  const send = vi.fn();
  const screen = await render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Due />
      <Button type="submit">Save</Button>
    </form>,
  );
  const field = screen.getByRole("textbox", { name: "Expected by" });
  await field.fill(typed);
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("alert")).toHaveTextContent(fault);
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(field).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
  await field.fill("22/05/2026");
  await screen.getByRole("button", { name: "Save" }).click();
  expect(send).toHaveBeenCalledOnce();
});

test("a day is chosen from the calendar by keys alone, and focus comes back to its button", async () => {
  const screen = await render(<Due start="2026-05-29" />);
  const button = screen.getByRole("button", { name: "Choose from calendar: Expected by" });
  button.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("dialog", { name: "Expected by" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /29 May 2026/ })).toHaveFocus();
  expect(await faults()).toEqual([]);
  await userEvent.keyboard("{ArrowDown}{ArrowRight}");
  await expect.element(screen.getByRole("button", { name: /, 6 June 2026/ })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByLabelText("Told")).toHaveTextContent("2026-06-06");
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute("aria-expanded", "false");
});

test("days out of bounds cannot be chosen", async () => {
  const screen = await render(<Due start="2026-05-21" />);
  await screen.getByRole("button", { name: /Choose from calendar/ }).click();
  await expect.element(screen.getByRole("button", { name: /20 May 2026/ })).toBeDisabled();
  await expect.element(screen.getByRole("button", { name: /21 May 2026/ })).toBeEnabled();
});

test("Escape closes a calendar and leaves the dialog around it open", async () => {
  const screen = await render(
    <Dialog title="Start work" onClose={() => expect.unreachable()}>
      <Due />
    </Dialog>,
  );
  await screen.getByRole("button", { name: /Choose from calendar/ }).click();
  await expect.element(screen.getByRole("grid")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog", { name: "Expected by" })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("dialog", { name: "Start work" })).toBeVisible();
});

function Period() {
  const [range, setRange] = useState({ from: "2026-06-01", until: "2026-06-10" });
  return (
    <>
      <DateRangeField label="Period" value={range} onValue={setRange} {...limits} />
      <output aria-label="Told">{`${range.from} ${range.until}`}</output>
    </>
  );
}

test("a range is begun by one press and ended by another, whichever is earlier", async () => {
  const screen = await render(<Period />);
  await screen.getByRole("button", { name: /Choose from calendar/ }).click();
  await screen.getByRole("button", { name: /18 June 2026/ }).click();
  await expect.element(screen.getByLabelText("Told")).toHaveTextContent("2026-06-18 2026-06-18");
  await screen.getByRole("button", { name: /15 June 2026/ }).click();
  await expect.element(screen.getByLabelText("Told")).toHaveTextContent("2026-06-15 2026-06-18");
  await expect.element(screen.getByRole("textbox", { name: "Period, to" })).toHaveValue("18/06/2026");
  await expect.element(screen.getByRole("grid")).not.toBeInTheDocument();
});

test("a range that ends before it begins shows an error", async () => {
  const screen = await render(<Period />);
  await screen.getByRole("textbox", { name: "Period, to" }).fill("30/05/2026");
  await userEvent.tab();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The second day must not be before the first");
});

function Moment() {
  const [at, setAt] = useState("");
  return (
    <>
      <DateTimeField label="From" value={at} onValue={setAt} />
      <output aria-label="Told">{at}</output>
    </>
  );
}

test("a moment is a day and a time; the day alone means its first minute", async () => {
  const screen = await render(<Moment />);
  await expect.element(screen.getByRole("textbox", { name: "From, time" })).toBeDisabled();
  await screen.getByRole("textbox", { name: "From, day" }).fill("3/6/2026");
  await expect.element(screen.getByLabelText("Told")).toHaveTextContent("2026-06-03T00:00");
  await screen.getByRole("textbox", { name: "From, time" }).fill("9.30");
  await expect.element(screen.getByLabelText("Told")).toHaveTextContent("2026-06-03T09:30");
});
