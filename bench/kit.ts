/** Measures the design system in the browser: the cost of opening things, and a table with a combo box in each row. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { median } from "./measure.ts";
import { frameGate, frames, longestFrame, mainThreadOf, steps } from "./page-cost.ts";
import type { Row } from "./report.ts";

/** Milliseconds of scripting that opening something may take: less than a frame and a half on a slow machine. */
const openingGate = 50;
/** Milliseconds after which anything opened has been drawn. */
const drawn = 250;

/** Buttons that open something, with the part of the gallery they are in. */
const openers: readonly { part: string; button: string }[] = [
  ...["small", "medium", "large", "xlarge", "side panel", "confirmation"].map((what) => ({
    part: "overlays",
    button: `Open ${what}`,
  })),
  { part: "actions", button: "Actions for Acme Dental" },
  { part: "actions", button: "New" },
  { part: "inputs", button: "Choose from calendar: Expected by" },
  { part: "inputs", button: "Choose from calendar: Period" },
  { part: "tables", button: "Table settings" },
];

/** Opens every dialog, menu, calendar and panel of the gallery with the mouse and takes the median of the rounds. */
export async function measureOpening(page: Page, portal: string, rounds: number): Promise<Row> {
  const spent = await mainThreadOf(page);
  const costs: { name: string; cost: number; first: number }[] = [];
  let part = "";
  for (const { part: wanted, button } of openers) {
    if (wanted !== part) await page.goto(`${portal}/gallery?part=${(part = wanted)}`);
    const opener = page.getByRole("tabpanel").getByRole("button", { name: button, exact: true });
    await opener.scrollIntoViewIfNeeded();
    const box = (await opener.boundingBox())!;
    const each: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      await page.mouse.move(0, 0);
      await sleep(drawn);
      const before = await spent();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await sleep(drawn);
      each.push((await spent()).script - before.script);
      await page.keyboard.press("Escape");
    }
    costs.push({ name: button, cost: median(each.slice(1)), first: each[0]! });
  }
  const dearest = costs.toSorted((a, b) => b.cost - a.cost);
  const told = dearest
    .slice(0, 3)
    .map(({ name, cost, first }) => `${name} ${cost.toFixed(1)} (first ${first.toFixed(1)})`);
  return {
    name: "opening any dialog or menu",
    value: dearest[0]!.cost,
    gate: openingGate,
    detail: `ms of scripting, middle of ${rounds} rounds, the dearest of ${openers.length}: ${told.join(", ")}`,
  };
}

/** Measures the longest frame while scrolling ten thousand rows with a combo box in each. */
export async function measureChoosers(page: Page, portal: string, rounds: number): Promise<Row> {
  await page.goto(`${portal}/gallery?part=choosers`);
  await page.getByRole("combobox").first().waitFor();
  const longest = steps.map((): number[] => []);
  const spent = await mainThreadOf(page);
  const before = await spent();
  for (let round = 0; round < rounds; round++)
    for (const [at, step] of steps.entries()) longest[at]!.push(await longestFrame(page, step));
  const cpu = ((await spent()).task - before.task) / (frames * steps.length * rounds);
  const worst = longest.map(median);
  return {
    name: "longest frame, a chooser in every row",
    value: Math.max(...worst),
    gate: frameGate,
    detail: `ms over 10,000 rows, of ${frames} frames at ${steps.join(", ")} pixels a frame, middle of ${rounds} rounds: ${worst.map((ms) => ms.toFixed(1)).join(", ")} (worst ${Math.max(...longest.flat()).toFixed(1)}); ${cpu.toFixed(1)} ms CPU a frame`,
  };
}
