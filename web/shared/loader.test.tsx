import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { counted } from "../platform/activity.ts";
import { Loader, loaderDelay, loaderMinimum } from "./loader.tsx";

const wait = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

test("SHELL-37 the loader waits 400 ms, and a shorter request shows none", async () => {
  expect(loaderDelay).toBe(400);
  const screen = await render(<Loader />);
  const bar = screen.getByRole("progressbar", { name: "Loading" });
  const seen = vi.fn();
  const watch = new MutationObserver(() => bar.elements().length > 0 && seen());
  watch.observe(document.body, { childList: true, subtree: true });
  await counted("reads", () => wait(150));
  await wait(500);
  expect(seen).not.toHaveBeenCalled();
  const long = counted("reads", () => wait(1200));
  await expect.element(bar).toBeVisible();
  watch.disconnect();
  await long;
});

test("SHELL-38 a loader once shown stays a second", async () => {
  expect(loaderMinimum).toBe(1000);
  const screen = await render(<Loader />);
  const bar = screen.getByRole("progressbar", { name: "Loading" });
  const request = counted("reads", () => wait(450));
  await expect.poll(() => bar.elements().length).toBe(1);
  const shown = performance.now();
  await request;
  expect(bar.elements()).toHaveLength(1);
  await expect.poll(() => bar.elements().length).toBe(0);
  expect(performance.now() - shown).toBeGreaterThan(900);
});

test("SHELL-39 a write takes every press until it is answered, a read takes none", async () => {
  const press = vi.fn();
  const screen = await render(
    <>
      <Loader />
      <button type="button" onClick={press}>
        Suspend
      </button>
    </>,
  );
  const button = screen.getByRole("button", { name: "Suspend" }).element() as HTMLButtonElement;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const write = counted("writes", () => answered);
  await expect.poll(() => document.documentElement.dataset["busy"]).toBe("");
  button.click();
  button.click();
  expect(press).not.toHaveBeenCalled();
  answer();
  await write;
  await expect.poll(() => document.documentElement.dataset["busy"]).toBeUndefined();
  const read = counted("reads", () => wait(100));
  button.click();
  expect(press).toHaveBeenCalledOnce();
  await read;
});
