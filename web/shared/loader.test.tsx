import { beforeEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { counted, slowAfter } from "../platform/activity.ts";
import { Loader, loaderMinimum } from "./loader.tsx";

/** Advances the fake clock and waits until the result is drawn. */
const pass = async (time: number) => {
  await vi.advanceTimersByTimeAsync(time);
  await drawn();
};
const frame = requestAnimationFrame.bind(window);
const drawn = () => new Promise<void>((resolve) => void frame(() => frame(() => resolve())));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  return () => vi.useRealTimers();
});

/** Starts a request that lasts until the test answers it. */
async function request() {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const done = counted("reads", () => answered);
  await drawn();
  return async () => {
    answer();
    await done;
    await drawn();
  };
}

test("SHELL-37 the loader waits 400 ms, and a shorter request shows none", async () => {
  expect(slowAfter).toBe(400);
  const screen = await render(<Loader />);
  const bar = screen.getByRole("progressbar", { name: "Loading" });
  let answer = await request();
  await pass(399);
  await answer();
  await pass(1);
  expect(bar.elements()).toHaveLength(0);
  answer = await request();
  await pass(399);
  expect(bar.elements()).toHaveLength(0);
  await pass(1);
  expect(bar.elements()).toHaveLength(1);
  await answer();
});

test("SHELL-37 requests that overlap and are short each show no loader", async () => {
  const screen = await render(<Loader />);
  const bar = screen.getByRole("progressbar", { name: "Loading" });
  let earlier = await request();
  for (let count = 0; count < 3; count++) {
    await pass(100);
    const later = await request();
    await pass(100);
    await earlier();
    expect(bar.elements()).toHaveLength(0);
    earlier = later;
  }
  await earlier();
});

test("SHELL-38 a loader once shown stays a second", async () => {
  expect(loaderMinimum).toBe(1000);
  const screen = await render(<Loader />);
  const bar = screen.getByRole("progressbar", { name: "Loading" });
  const answer = await request();
  await pass(400);
  await pass(50);
  await answer();
  await pass(949);
  expect(bar.elements()).toHaveLength(1);
  await pass(1);
  expect(bar.elements()).toHaveLength(0);
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
  const read = await request();
  button.click();
  expect(press).toHaveBeenCalledOnce();
  await read();
});
