import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "./button.tsx";
import { CodeBlock } from "./code-block.tsx";
import { FileDrop } from "./file-drop.tsx";
import { MoneyField, parseAmount } from "./money-field.tsx";
import { OtpField } from "./otp-field.tsx";
import { pagesShown, Pagination } from "./pagination.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { Switch } from "./switch.tsx";
import { TextArea, TextField } from "./text-field.tsx";

test.each([
  ["12.50", "1250"],
  ["£1,234.5", "123450"],
  ["0.05", "5"],
  ["7", "700"],
  ["99999999999999999999.99", "9999999999999999999999"],
  ["12.505", undefined],
  ["1,23", undefined],
  ["-4", undefined],
  ["ten", undefined],
  ["€5", undefined],
  ["1e3", undefined],
  ["５", undefined],
])("the amount %j is %j minor units", (text, minor) => {
  expect(parseAmount(text, "GBP")).toBe(minor);
});

function Price() {
  const [minor, setMinor] = useState<string | undefined>("500");
  return (
    <>
      <MoneyField label="Price" currency="GBP" value={minor ?? ""} onValue={setMinor} />
      <output aria-label="Told">{String(minor)}</output>
    </>
  );
}

test("an amount is reported in minor units and formatted with two decimals; an invalid one shows an error and is kept", async () => {
  const screen = await render(<Price />);
  const field = screen.getByRole("textbox", { name: "Price, GBP" });
  await expect.element(field).toHaveValue("5.00");
  await field.fill("1234.5");
  await userEvent.tab();
  await expect.element(field).toHaveValue("1,234.50");
  await expect.element(screen.getByLabelText("Told")).toHaveTextContent("123450");
  await field.fill("12,5");
  await userEvent.tab();
  await expect.element(screen.getByLabelText("Told")).toHaveTextContent("undefined");
  await expect.element(field).toHaveValue("12,5");
  await expect.element(field).toHaveAccessibleDescription("Must be an amount such as 12.50");
});

test("an amount that is none holds back what sends it, also by Enter", async () => {
  const send = vi.fn();
  const screen = await render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Price />
      <Button type="submit">Send</Button>
    </form>,
  );
  const field = screen.getByRole("textbox", { name: "Price, GBP" });
  await field.fill("1.234,56");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveAccessibleDescription("Must be an amount such as 12.50");
  expect(send).not.toHaveBeenCalled();
  await field.fill("\u00A0£ 1,234.56\t");
  await userEvent.keyboard("{Enter}");
  expect(send).toHaveBeenCalledOnce();
  await expect.element(screen.getByLabelText("Told")).toHaveTextContent("123456");
});

/** A form with a text of at most ten letters. */
function Note({ area, onSend }: { area: boolean; onSend: (text: string) => void }) {
  const [text, setText] = useState("");
  const field = {
    label: "Note",
    maxLength: 10,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text);
      }}
    >
      {area ? <TextArea {...field} /> : <TextField {...field} />}
      <Button type="submit">Send</Button>
    </form>
  );
}

test.each([true, false])("a text that is too long is kept whole, said, and held back (area: %j)", async (area) => {
  const send = vi.fn();
  const screen = await render(<Note area={area} onSend={send} />);
  const field = screen.getByRole("textbox", { name: "Note" });
  await userEvent.click(field);
  await userEvent.keyboard("0117 496 0100");
  await expect.element(field).toHaveValue("0117 496 0100");
  await expect.element(field).toHaveAccessibleDescription("Must be a maximum of 10 character(s)");
  await screen.getByRole("button", { name: "Send" }).click();
  await expect.element(field).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
  await field.fill("  ten signs  ");
  await screen.getByRole("button", { name: "Send" }).click();
  expect(send).toHaveBeenCalledExactlyOnceWith("  ten signs  ");
});

function Code() {
  const [code, setCode] = useState("");
  return <OtpField label="Code" value={code} onValue={setCode} />;
}

test("a code takes digits only, up to fifteen, though its place shows six", async () => {
  const screen = await render(<Code />);
  const field = screen.getByRole("textbox", { name: "Code" });
  await expect.element(field).toHaveAttribute("placeholder", "XXXXXX");
  await expect.element(field).toHaveAttribute("autocomplete", "one-time-code");
  await field.fill("123 456");
  await expect.element(field).toHaveValue("123456");
  await field.fill("1234567890123456789");
  await expect.element(field).toHaveValue("123456789012345");
});

test("a switch is pressed by the space bar, and not while it is being saved", async () => {
  const change = vi.fn();
  const screen = await render(<Switch label="Mail me" hint="Once a day" checked={false} onValue={change} />);
  const button = screen.getByRole("switch", { name: /Mail me/ });
  await expect.element(button).toHaveAccessibleDescription("Once a day");
  button.element().focus();
  await userEvent.keyboard(" ");
  expect(change).toHaveBeenCalledExactlyOnceWith(true);
  await screen.rerender(<Switch label="Mail me" checked onValue={change} busy />);
  await expect.element(screen.getByRole("switch")).toBeDisabled();
  await expect.element(screen.getByRole("switch")).toBeChecked();
});

const dropped = (file: File) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  return new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
};

test("a file is dropped, or chosen with the button; not while one is being sent", async () => {
  const take = vi.fn();
  const part = (busy: boolean) => <FileDrop label="Logo" about="PNG" accept="image/png" onFile={take} busy={busy} />;
  const screen = await render(part(false));
  const place = screen.getByRole("group", { name: "Logo" });
  await expect.element(place).toHaveAccessibleDescription("PNG");
  const file = new File(["x"], "logo.png", { type: "image/png" });
  place.element().dispatchEvent(dropped(file));
  expect(take).toHaveBeenCalledExactlyOnceWith(file);
  await screen.getByLabelText("File for: Logo").upload(file);
  expect(take).toHaveBeenCalledTimes(2);
  await screen.rerender(part(true));
  place.element().dispatchEvent(dropped(file));
  expect(take).toHaveBeenCalledTimes(2);
});

test("progress shows the share done, and none if the total is unknown", async () => {
  const screen = await render(<ProgressBar label="Suspending" done={0.3} note="12 of 40 customers" />);
  const bar = screen.getByRole("progressbar", { name: "Suspending" });
  await expect.element(bar).toHaveAttribute("aria-valuenow", "30");
  await expect.element(screen.getByRole("status")).toHaveTextContent("12 of 40 customers");
  await screen.rerender(<ProgressBar label="Suspending" />);
  await expect.element(bar).not.toHaveAttribute("aria-valuenow");
});

test("a code block is copied to the letter and reached by keyboard", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const screen = await render(<CodeBlock label="Key" text="JBSW Y3DP" copied="JBSWY3DP" />);
  await userEvent.tab();
  await expect.element(screen.getByRole("region", { name: "Key" })).toHaveFocus();
  await screen.getByRole("button", { name: "Copy key" }).click();
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith("JBSWY3DP");
});

test.each([
  [1, 5, [1, 2, 0, 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 12, [1, 2, 3, 4, 5, 0, 12]],
  [6, 12, [1, 0, 5, 6, 7, 0, 12]],
  [12, 12, [1, 0, 11, 12]],
  [1, 1, [1]],
])("on page %i of %i the pages shown are %j", (page, pages, shown) => {
  expect(pagesShown(page, pages)).toEqual(shown);
});

test("pages are gone through, and the ends say so", async () => {
  const go = vi.fn();
  const screen = await render(<Pagination label="Pages" page={1} pages={3} onPage={go} />);
  await expect.element(screen.getByRole("button", { name: "Previous page" })).toBeDisabled();
  await expect.element(screen.getByRole("button", { name: "Page 1" })).toHaveAttribute("aria-current", "page");
  await screen.getByRole("button", { name: "Page 3" }).click();
  await screen.getByRole("button", { name: "Next page" }).click();
  expect(go.mock.calls).toEqual([[3], [2]]);
});
