import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { DataTable } from "./data-table.tsx";
import type { Column, TableProps } from "./table-model.ts";

type Line = { id: string; name: string };
const lines = (count: number): Line[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), name: `Customer ${at + 1}` }));
const columns: readonly Column<Line>[] = [
  { id: "name", header: "Name", cell: (row) => row.name, sortable: true },
  { id: "created", header: "Created", cell: () => "21/05/2026" },
];
const key = (row: Line) => row.id;
const tenThousand = lines(10_000);

const table = (props: Partial<TableProps<Line>> = {}) => (
  <DataTable
    label="Customers"
    columns={columns}
    rows={tenThousand}
    rowKey={key}
    href={(row) => `#${row.id}`}
    renderLink={({ children, ...link }) => <a {...link}>{children}</a>}
    {...props}
  />
);

test("ten thousand rows keep only those near the screen in the page", async () => {
  const screen = await render(table({ total: 10_000 }));
  await expect.element(screen.getByRole("link", { name: "Customer 1", exact: true })).toBeVisible();
  expect(screen.getByRole("row").elements().length).toBeLessThan(60);
  expect(screen.getByRole("table").element().getAttribute("aria-rowcount")).toBe("10001");
  scrollTo(0, document.body.scrollHeight);
  await expect.element(screen.getByRole("link", { name: "Customer 10000", exact: true })).toBeVisible();
});

test("a truncated name shows in full on hover, in a row and on a card; a whole one does not", async () => {
  const long = "Llanfairpwllgwyngyll ".repeat(5).trim();
  const rows = [
    { id: "1", name: long },
    { id: "2", name: "Acme" },
  ];
  const screen = await render(table({ rows }));
  for (const width of [768, 390]) {
    await page.viewport(width, 844);
    await screen.getByRole("link", { name: long }).hover();
    await expect.element(screen.getByRole("cell", { name: long })).toHaveAttribute("title", long);
    await screen.getByRole("link", { name: "Acme" }).hover();
    await expect.element(screen.getByRole("cell", { name: "Acme" })).not.toHaveAttribute("title");
    expect(screen.getByRole("table").element().querySelectorAll("[title]")).toHaveLength(0);
  }
});

test("a menu left open closes when another row takes its row's place", async () => {
  const screen = await render(table({ actions: (row) => [{ label: `Suspend ${row.name}` }] }));
  await screen.getByRole("button", { name: "Actions for row 2", exact: true }).click();
  await expect.element(screen.getByRole("button", { name: "Suspend Customer 2", exact: true })).toBeVisible();
  scrollTo(0, 100_000);
  await expect.element(screen.getByRole("link", { name: "Customer 2280", exact: true })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^Suspend/ }).elements()).toEqual([]);
});

test("the next page is asked for once the end comes near", async () => {
  const more = vi.fn();
  const screen = await render(table({ rows: tenThousand.slice(0, 100), hasMore: true, loadMore: more }));
  await expect.element(screen.getByRole("link", { name: "Customer 1", exact: true })).toBeVisible();
  expect(more).not.toHaveBeenCalled();
  scrollTo(0, document.body.scrollHeight);
  await expect.poll(() => more.mock.calls.length).toBe(1);
});

test("a column header sorts ascending, then descending, and announces it", async () => {
  function Sorted() {
    const [sort, setSort] = useState("created");
    return table({ sort, onSort: setSort });
  }
  const screen = await render(<Sorted />);
  const head = screen.getByRole("columnheader", { name: "Name" });
  await expect.element(head).toHaveAttribute("aria-sort", "none");
  await screen.getByRole("button", { name: "Name" }).click();
  await expect.element(head).toHaveAttribute("aria-sort", "ascending");
  await screen.getByRole("button", { name: "Name" }).click();
  await expect.element(head).toHaveAttribute("aria-sort", "descending");
});

test("arrow keys go from row to row, beyond the drawn ones", async () => {
  const screen = await render(table());
  (screen.getByRole("link", { name: "Customer 1", exact: true }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("link", { name: "Customer 2", exact: true })).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(screen.getByRole("link", { name: "Customer 1", exact: true })).toHaveFocus();
});

test("rows are chosen one by one or all at once, and the bar says how many", async () => {
  function Chosen() {
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
    return table({ rows: tenThousand.slice(0, 3), selected, onSelect: setSelected, bulk: <span>Bulk</span> });
  }
  const screen = await render(<Chosen />);
  await screen.getByRole("checkbox", { name: "Select row 2" }).click();
  await expect.element(screen.getByText("1 selected")).toBeVisible();
  await screen.getByRole("checkbox", { name: "Select all rows shown" }).click();
  await expect.element(screen.getByText("3 selected")).toBeVisible();
  await screen.getByRole("button", { name: "Clear selection" }).click();
  await expect.element(screen.getByRole("region", { name: "Selected rows" })).not.toBeInTheDocument();
});

test("holding Shift selects every row since the last one, and deselects them again", async () => {
  function Chosen() {
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
    return table({ rows: tenThousand.slice(0, 8), selected, onSelect: setSelected });
  }
  const screen = await render(<Chosen />);
  const tick = (row: number) => screen.getByRole("checkbox", { name: `Select row ${row}` });
  await tick(2).click();
  await tick(6).click({ modifiers: ["Shift"] });
  await expect.element(screen.getByText("5 selected")).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Select all rows shown" }).element()).toHaveProperty(
    "indeterminate",
    true,
  );
  await tick(4).click({ modifiers: ["Shift"] });
  await expect.element(screen.getByText("2 selected")).toBeVisible();
});

test("waiting, empty and broken each have their own shape", async () => {
  const waiting = await render(table({ rows: [], loading: true }));
  await expect.element(waiting.getByRole("table")).toHaveAttribute("aria-busy", "true");
  await waiting.unmount();
  const empty = await render(table({ rows: [], empty: <p>No matches found</p> }));
  await expect.element(empty.getByText("No matches found")).toBeVisible();
  await empty.unmount();
  const broken = await render(table({ rows: [], error: <p>The portal did not answer.</p> }));
  await expect.element(broken.getByText("The portal did not answer.")).toBeVisible();
});

test("what is drawn of a row stays that row's, whatever scrolls or comes in, so that no other is pressed in its place", async () => {
  await page.viewport(390, 844);
  const list = (rows: readonly Line[]) => (
    <>
      <div style={{ height: 1200 }} />
      {table({ rows })}
    </>
  );
  const ten = lines(10);
  const screen = await render(list(ten));
  const link = screen.getByRole("link", { name: "Customer 10" }).element();
  link.scrollIntoView({ block: "center" });
  await expect.element(screen.getByRole("link", { name: "Customer 10" })).toBeVisible();
  await frames();
  expect(link.textContent).toBe("Customer 10");
  expect(link.isConnected).toBe(true);
  await screen.rerender(list([{ id: "new", name: "Newest" }, ...ten]));
  await expect.element(screen.getByRole("link", { name: "Newest" })).toBeInTheDocument();
  expect(link.textContent).toBe("Customer 10");
  expect(link.isConnected).toBe(true);
});

test("the focus stays with its row, which Enter still opens, and a press too, however far the list jumps meanwhile", async () => {
  const onOpen = vi.fn();
  const screen = await render(table({ renderLink: undefined, onOpen, rows: lines(63) }));
  const third = screen.getByRole("button", { name: "Customer 3", exact: true });
  third.element().focus();
  const jump = async () => {
    scrollTo(0, document.body.scrollHeight);
    await expect.element(screen.getByRole("button", { name: "Customer 63", exact: true })).toBeInTheDocument();
    await frames();
  };
  await jump();
  await expect.element(third).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onOpen.mock.calls.map(([{ name }]) => name)).toEqual(["Customer 3"]);
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("button", { name: "Customer 4", exact: true })).toHaveFocus();

  const first = screen.getByRole("button", { name: "Customer 1", exact: true }).element();
  (document.activeElement as HTMLElement).blur();
  first.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  await jump();
  expect([first.isConnected, first.textContent]).toEqual([true, "Customer 1"]);
});

const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
