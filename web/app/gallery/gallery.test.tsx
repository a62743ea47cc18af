import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { faultsInBoth, settled } from "../../test/axe.ts";
import { GalleryScreen } from "./gallery-screen.tsx";

async function show(start: string) {
  const route = createRootRoute({
    component: () => (
      <main className="p-4 [--header:0px]">
        <GalleryScreen start={start} alone />
      </main>
    ),
  });
  const router = createRouter({ routeTree: route, history: createMemoryHistory() });
  const screen = await render(<RouterProvider router={router} />);
  await expect.element(screen.getByRole("heading", { level: 1 })).toBeVisible();
  await settled();
  return screen;
}

// Every part of the gallery as it opens is looked at with all other screens, by e2e/every-screen.spec.ts.

test.each(["Open small", "Open side panel", "Open confirmation"])("axe finds nothing after %s", async (name) => {
  const screen = await show("overlays");
  await screen.getByRole("button", { name }).click();
  expect(await faultsInBoth()).toEqual([]);
});

test("axe finds nothing with an open list of options in a dialog", async () => {
  const screen = await show("overlays");
  await screen.getByRole("button", { name: "Open medium" }).click();
  await screen.getByRole("combobox", { name: "Customer" }).click();
  await expect.element(screen.getByRole("option", { name: "Acme Dental" })).toBeVisible();
  expect(await faultsInBoth()).toEqual([]);
});

test.each([
  { width: 767, rows: "cards" },
  { width: 768, rows: "a table" },
])("LIM-01 at $width px a list is $rows", async ({ width, rows }) => {
  await page.viewport(width, 900);
  const screen = await show("tables");
  const head = screen.getByRole("columnheader", { name: "Spend this month" }).last();
  const group = head.element().closest("[role=rowgroup]")!;
  expect(group.getBoundingClientRect().height > 1).toBe(rows === "a table");
});

test("FORM-48 the nine types of alert each look different", async () => {
  const screen = await show("states");
  const types = ["primary", "secondary", "success", "danger", "error", "warning", "info", "dark", "light"];
  const looks = types.map((type) => {
    const box = screen.getByText(`Of type ${type}`, { exact: true }).element().closest("[class*=border]")!;
    return `${getComputedStyle(box).backgroundColor} ${box.querySelector("path")!.getAttribute("d")}`;
  });
  expect(new Set(looks).size).toBe(9);
});

test("FORM-49 there are seven variants of button in three sizes", async () => {
  await page.viewport(1440, 900);
  const screen = await show("actions");
  for (const name of ["Add customer", "Rename", "Cancel", "Review", "Show more", "Place order", "Suspend customer"]) {
    const heights = screen
      .getByRole("button", { name, exact: true })
      .elements()
      .map((button) => button.getBoundingClientRect().height);
    expect({ name, heights }).toEqual({ name, heights: expect.arrayContaining([28, 36, 44]) });
  }
  const block = screen.getByRole("button", { name: "Place order", exact: true }).first().element();
  expect(block.getBoundingClientRect().width).toBe(block.parentElement!.clientWidth);
});

test("SHELL-41 dialogs come in four sizes", async () => {
  await page.viewport(1440, 900);
  const screen = await show("overlays");
  const widths: number[] = [];
  for (const size of ["small", "medium", "large", "xlarge"]) {
    await screen.getByRole("button", { name: `Open ${size}`, exact: true }).click();
    widths.push((screen.getByRole("dialog").element() as HTMLElement).offsetWidth);
    await userEvent.keyboard("{Escape}");
    await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  }
  expect(widths).toEqual([420, 560, 800, 1120]);
});

const motion = (value: "no-preference" | "reduce") =>
  cdp().send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value }] });

test("SHELL-42 a dialog appears within 150 ms, and at once for who asked for less motion", async () => {
  const screen = await show("overlays");
  await screen.getByRole("button", { name: "Open small" }).click();
  const duration = () => getComputedStyle(screen.getByRole("dialog").element()).transitionDuration;
  expect(duration()).toBe("0s");
  await motion("no-preference");
  const moving = duration();
  await motion("reduce");
  expect(new Set(moving.split(", "))).toEqual(new Set(["0.15s"]));
});
