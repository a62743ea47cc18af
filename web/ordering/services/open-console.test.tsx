import type { ActionButton } from "@tradewind/contract/catalogue/forms.ts";
import { expect, test, vi } from "vitest";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { address, instanceId, service } from "./service-actions-fixtures.ts";

const linkId = "019a0000-0000-7000-8000-0000000000c1";
const link = "https://console.example/api/2/idp/external-login#ott=once&targetURI=https://console.example/mc/";
const button: ActionButton = {
  Action: "console",
  Style: "modify",
  Text: "Open Acronis console",
  DataTestId: "service-action-console",
  IsDisabled: false,
  Data: { PopUp: "Console", Payload: { InstanceId: instanceId } },
  AnalyticsData: { Action: "console", Page: "service", Campaign: "acronis-backup" },
};

/** Stands in for the window that the browser opens. */
function newWindow() {
  const opened = {
    document: { title: "", body: { textContent: "" } },
    opener: window as Window | null,
    location: { replace: vi.fn<(to: string) => void>() },
    close: vi.fn<() => void>(),
  };
  const open = vi.spyOn(window, "open").mockReturnValue(opened as unknown as Window);
  return { opened, open };
}

/** Opens the service, whose only button opens the console. */
async function withButton(answers: Parameters<typeof fakeApi>[0] = {}) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET /api/services/${instanceId}`]: succeeded(service),
    [`GET /api/services/${instanceId}/buttons`]: succeeded({ Buttons: [button] }),
    [`POST /api/services/${instanceId}/console`]: succeeded({ Id: linkId }),
    ...answers,
  });
  const { screen } = await renderApp(address);
  return { sent, screen, pressed: screen.getByRole("button", { name: button.Text }) };
}

test("ORD-57 pressing opens a new window at the address that the GET answers, once the vendor has", async () => {
  const { opened, open } = newWindow();
  let looks = 0;
  const { pressed } = await withButton({
    [`GET /api/console-links/${linkId}`]: () => succeeded(++looks < 3 ? null : link),
  });
  await pressed.click();
  expect(open).toHaveBeenCalledExactlyOnceWith("", "_blank");
  await expect.element(pressed).toHaveAttribute("aria-busy", "true");
  await expect.poll(() => opened.location.replace.mock.calls).toEqual([[link]]);
  expect(looks).toBe(3);
  expect(opened.opener).toBeNull();
  await expect.element(pressed).toBeEnabled();
});

test("ORD-57 a refusal closes the window again and is told", async () => {
  const { opened } = newWindow();
  const { pressed, screen } = await withButton({
    [`GET /api/console-links/${linkId}`]: refused(409, "consoleRefused", "The customer has no contact yet."),
  });
  await pressed.click();
  await expect.element(screen.getByText("The customer has no contact yet.")).toBeVisible();
  expect(opened.close).toHaveBeenCalled();
  expect(opened.location.replace).not.toHaveBeenCalled();
});

test("ORD-57 a blocked window is told, and nothing is asked for", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  const { pressed, screen, sent } = await withButton();
  await pressed.click();
  await expect.element(screen.getByText(/Your browser blocked the new window/)).toBeVisible();
  expect(sent.some(({ method }) => method === "POST")).toBe(false);
});
