import { beforeEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { SetupKey } from "./mfa-parts.tsx";
import { copiedTime, CopyButton, highlightTime } from "../ui/copy-button.tsx";

const frame = requestAnimationFrame.bind(window);
const drawn = () => new Promise<void>((resolve) => void frame(() => frame(() => resolve())));
/** Advances the fake clock and waits until the result is drawn. */
const pass = async (time: number) => {
  await vi.advanceTimersByTimeAsync(time);
  await drawn();
};

beforeEach(() => {
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return () => vi.useRealTimers();
});

const button = () => document.querySelector<HTMLButtonElement>("button")!;
const marks = () => ["highlighted", "copied"].filter((name) => button().classList.contains(name));
const press = async () => {
  button().click();
  await pass(0);
};

test("SHELL-47 a copied key is highlighted for 0.5 s and counts as copied for 1 s", async () => {
  expect([highlightTime, copiedTime]).toEqual([500, 1000]);
  await render(<SetupKey picture="data:image/gif;base64,R0lGODlhAQABAAAAACw=" manualKey="ABCDEFGH" />);
  expect(marks()).toEqual([]);
  await press();
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith("ABCDEFGH");
  expect(marks()).toEqual(["highlighted", "copied"]);
  await pass(499);
  expect(marks()).toEqual(["highlighted", "copied"]);
  await pass(1);
  expect(marks()).toEqual(["copied"]);
  await pass(499);
  expect(marks()).toEqual(["copied"]);
  await pass(1);
  expect(marks()).toEqual([]);
});

test("copied again, it is marked as long again", async () => {
  await render(<CopyButton text="TW-000412" />);
  await press();
  await pass(700);
  await press();
  await pass(499);
  expect(marks()).toEqual(["highlighted", "copied"]);
  await pass(500);
  expect(marks()).toEqual(["copied"]);
  await pass(1);
  expect(marks()).toEqual([]);
});
