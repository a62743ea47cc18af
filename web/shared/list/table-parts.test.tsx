import { useState } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { csvOf } from "./csv.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { FilterChips } from "../../ui/filter-chips.tsx";
import type { Column } from "../../ui/table-model.ts";
import { faults } from "../../test/axe.ts";
import { applyDensity, chooseDensity } from "../../platform/density.ts";
import { useColumnChoice } from "./column-choice.ts";
import { TableMenu } from "./table-menu.tsx";

type Line = { id: string; name: string; note: string };
const rows: readonly Line[] = [
  { id: "1", name: 'Acme "Dental"', note: "=1+1" },
  { id: "2", name: "Blue Anchor", note: "two\nlines" },
];
const columns: readonly Column<Line>[] = [
  { id: "name", header: "Name", cell: (row) => row.name, text: (row) => row.name },
  { id: "note", header: "Note", cell: (row) => row.note, text: (row) => row.note },
  { id: "mark", header: "Mark", cell: () => "*" },
];
const key = (row: Line) => row.id;

function Listed() {
  const { shown, choice } = useColumnChoice("lines", columns);
  return (
    <>
      <TableMenu choice={choice} />
      <DataTable label="Lines" columns={shown} rows={rows} rowKey={key} />
    </>
  );
}

test("all columns but the first can be hidden, and stay hidden", async () => {
  const screen = await render(<Listed />);
  await screen.getByRole("button", { name: "Table settings" }).click();
  const menu = screen.getByRole("dialog", { name: "Table settings" });
  await expect.element(menu.getByRole("checkbox", { name: "Note" })).toBeChecked();
  expect(menu.getByRole("checkbox", { name: "Name" }).elements()).toEqual([]);
  expect(await faults()).toEqual([]);
  await menu.getByRole("checkbox", { name: "Note" }).click();
  await expect.element(screen.getByRole("columnheader", { name: "Note" })).not.toBeInTheDocument();
  await screen.unmount();
  const again = await render(<Listed />);
  await expect.element(again.getByRole("columnheader", { name: "Mark" })).toBeVisible();
  expect(again.getByRole("columnheader", { name: "Note" }).elements()).toEqual([]);
});

test("rows are 44 px high, 36 px when compact is chosen, and it is remembered", async () => {
  const screen = await render(<Listed />);
  const height = () => screen.getByRole("row").nth(1).element().getBoundingClientRect().height;
  expect(height()).toBe(44);
  await screen.getByRole("button", { name: "Table settings" }).click();
  await screen.getByText("Compact").click();
  await expect.poll(height).toBe(36);
  delete document.documentElement.dataset["density"];
  applyDensity();
  await expect.poll(height).toBe(36);
  chooseDensity("comfortable");
  await expect.poll(height).toBe(44);
});

test("rows become CSV that no spreadsheet runs, of the columns that have a text", () => {
  expect(csvOf(columns, rows)).toBe(
    '\uFEFF"Name","Note"\r\n"Acme ""Dental""","\'=1+1"\r\n"Blue Anchor","two\nlines"\r\n',
  );
});

function Chips() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <FilterChips
      label="Filters"
      chips={[
        { id: "open", label: "Open", amount: "£12.00" },
        { id: "late", label: "Overdue", amount: "£2.00" },
      ]}
      chosen={chosen}
      onChosen={setChosen}
    />
  );
}

test("chips show their amounts, are pressed and released, and cleared together", async () => {
  const screen = await render(<Chips />);
  const open = screen.getByRole("button", { name: "Open £12.00" });
  await open.click();
  await screen.getByRole("button", { name: "Overdue £2.00" }).click();
  await expect.element(open).toHaveAttribute("aria-pressed", "true");
  await open.click();
  await expect.element(open).toHaveAttribute("aria-pressed", "false");
  await screen.getByRole("button", { name: "Clear filters" }).click();
  expect(screen.getByRole("button", { pressed: true }).elements()).toEqual([]);
});
