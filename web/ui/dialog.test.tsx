import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "./button.tsx";
import { Combobox, type Option } from "./combobox.tsx";
import { ConfirmDialog, Dialog } from "./dialog.tsx";
import { typeAtOnce } from "../test/typing.ts";
import { TextField } from "./text-field.tsx";

const options: readonly Option[] = ["Acme Dental", "Blue Anchor Legal", "Cobalt Architects"].map((label, at) => ({
  id: String(at),
  label,
}));
const find = vi.fn((text: string) =>
  Promise.resolve(options.filter((option) => option.label.toLowerCase().includes(text.toLowerCase()))),
);

function Opener() {
  const [open, setOpen] = useState(false);
  const [customer, setCustomer] = useState<Option | null>(null);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add customer</Button>
      {open && (
        <Dialog title="Add customer" onClose={() => setOpen(false)}>
          <TextField label="Name" />
          <Combobox label="Customer" value={customer} onValue={setCustomer} search={find} />
        </Dialog>
      )}
    </>
  );
}

test("a dialog takes the focus, Escape closes it and gives the focus back", async () => {
  const screen = await render(<Opener />);
  const opener = screen.getByRole("button", { name: "Add customer" });
  await opener.click();
  await expect.element(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("Escape in an open list closes the list and leaves the dialog", async () => {
  const screen = await render(<Opener />);
  await screen.getByRole("button", { name: "Add customer" }).click();
  await screen.getByRole("combobox").click();
  await expect.element(screen.getByRole("option", { name: "Acme Dental" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("combobox")).toHaveAttribute("aria-expanded", "false");
  await expect.element(screen.getByRole("dialog")).toBeVisible();
});

test("a combobox offers options before anything is typed, is steered by keys, and says when nothing matches", async () => {
  const screen = await render(<Opener />);
  await screen.getByRole("button", { name: "Add customer" }).click();
  const field = screen.getByRole("combobox", { name: "Customer" });
  await field.click();
  await expect.element(screen.getByRole("option", { name: "Cobalt Architects" })).toBeVisible();
  find.mockClear();
  await field.fill("zzz");
  await expect.element(screen.getByText("No matches found")).toBeVisible();
  await field.fill("an");
  await expect.element(screen.getByRole("option", { name: "Blue Anchor Legal" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("Blue Anchor Legal");
  expect(find.mock.calls.map(([text]) => text)).toEqual(["zzz", "an"]);
});

test("CUST-25 typing asks once, 200 ms after the last letter", async () => {
  const screen = await render(<Opener />);
  await screen.getByRole("button", { name: "Add customer" }).click();
  await screen.getByRole("combobox").click();
  await expect.element(screen.getByRole("option", { name: "Acme Dental" })).toBeVisible();
  find.mockClear();
  const field = screen.getByRole("combobox").element();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    for (const text of ["cob", "cobalt"]) {
      typeAtOnce(field, text);
      vi.advanceTimersByTime(199);
      expect(find).not.toHaveBeenCalled();
    }
    vi.advanceTimersByTime(1);
  } finally {
    vi.useRealTimers();
  }
  await expect.element(screen.getByRole("option", { name: "Acme Dental" })).not.toBeInTheDocument();
  expect(find.mock.calls.map(([text]) => text)).toEqual(["cobalt"]);
});

test("a confirmation states the consequences, and acts only when confirmed", async () => {
  const [confirm, close] = [vi.fn(), vi.fn()];
  const screen = await render(
    <ConfirmDialog title="Suspend Acme Dental?" action="Suspend customer" onConfirm={confirm} onClose={close}>
      Its users can no longer sign in.
    </ConfirmDialog>,
  );
  await expect.element(screen.getByRole("dialog", { name: "Suspend Acme Dental?" })).toBeVisible();
  await expect.element(screen.getByText("Its users can no longer sign in.")).toBeVisible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  expect([confirm.mock.calls.length, close.mock.calls.length]).toEqual([0, 1]);
  await screen.getByRole("button", { name: "Suspend customer" }).click();
  expect(confirm).toHaveBeenCalledOnce();
});

test("on a phone a dialog is a sheet at the bottom, as wide as the screen", async () => {
  await page.viewport(390, 844);
  const screen = await render(
    <Dialog title="Add customer" onClose={() => {}}>
      Body
    </Dialog>,
  );
  const dialog = screen.getByRole("dialog").element();
  await Promise.all(dialog.getAnimations().map((animation) => animation.finished));
  const box = dialog.getBoundingClientRect();
  expect([box.left, box.width, Math.round(box.bottom)]).toEqual([0, 390, 844]);
});
