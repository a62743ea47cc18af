import { liveChat } from "@tradewind/contract/support/live-chat.ts";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const chat = {
  ScriptUrl: "https://chat.example/tracking.js",
  Licence: "471147",
  Visitor: { id: "p1", name: "Hannah Reid", email: "hannah@harbour.example", hash: "abc" },
};
type Changes = NonNullable<Parameters<typeof sessionOf>[0]>;

async function open(changes: Changes, answer: typeof chat | null = chat) {
  await cleanup();
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf(changes)),
    "GET /api/live-chat": succeeded(answer),
  });
  const { screen } = await renderApp("/account-setting");
  await expect.element(screen.getByRole("heading", { level: 1 })).toBeVisible();
  return { screen, asked: () => sent.filter(({ path }) => path === liveChat.open.path).length };
}
const button = { name: "Chat", exact: true } as const;

test("CHAT-01 FLAG-23 of the four combinations of permission and feature only one shows the chat", async () => {
  for (const permissions of [[], ["liveChat"]] as const)
    for (const flags of [[], ["LiveChat"]]) {
      const { screen, asked } = await open({ permissions, flags });
      if (permissions.length > 0 && flags.length > 0)
        await expect.element(screen.getByRole("button", button)).toBeVisible();
      else {
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect([screen.getByRole("button", button).query(), asked()]).toEqual([null, 0]);
      }
    }
});

test("CHAT-02 the chat opens in a frame of its own, which is told the licence; the page's text never has it", async () => {
  const { screen } = await open({ flags: ["LiveChat"] });
  await screen.getByRole("button", button).click();
  const region = screen.getByRole("region", { name: "Live chat" });
  await expect.element(region).toBeVisible();
  const frame = region.element().querySelector("iframe")!;
  expect(new URL(frame.src).pathname).toBe("/live-chat");
  expect([...frame.sandbox].toSorted()).toEqual(["allow-forms", "allow-popups", "allow-scripts"]);
  expect(() => frame.contentWindow!.document).toThrow("cross-origin");
  // Nobody can listen in a window of another origin: this one stands for it.
  const { port1: framed } = new MessageChannel();
  const posted = vi.spyOn(framed, "postMessage").mockReturnValue();
  Object.defineProperty(frame, "contentWindow", { value: framed, configurable: true });
  const ready = (origin: string, source: MessageEventSource) =>
    dispatchEvent(new MessageEvent("message", { data: { kind: "ready" }, origin, source }));
  ready("null", window);
  ready(location.origin, framed);
  expect(posted).not.toHaveBeenCalled();
  ready("null", framed);
  expect(posted).toHaveBeenCalledWith({ kind: "open", chat }, "*");
  Reflect.deleteProperty(frame, "contentWindow");
  expect(document.documentElement.outerHTML).not.toContain(chat.Licence);
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Close chat" }).click();
  await expect.element(screen.getByRole("button", button)).toHaveFocus();
  expect(document.querySelector("iframe")).toBe(null);
});

test("where no chat is set up there is none, and nothing is said", async () => {
  const { screen, asked } = await open({ flags: ["LiveChat"] }, null);
  await expect.poll(asked).toBe(1);
  expect(screen.getByRole("button", button).query()).toBe(null);
});

test("on a phone the button leaves the amounts free while somebody scrolls on, and is there again going back", async () => {
  await page.viewport(390, 844);
  const { screen } = await open({ flags: ["LiveChat"] });
  const chatButton = screen.getByRole("button", button);
  await expect.element(chatButton).toBeVisible();
  const filler = document.createElement("div");
  filler.style.height = "4000px";
  document.body.append(filler);
  scrollTo(0, 600);
  await expect.poll(() => chatButton.query()).toBeNull();
  scrollTo(0, 300);
  await expect.element(chatButton).toBeVisible();
  filler.remove();
});
