import { usage, type AnalyticsData } from "@tradewind/contract/insight/usage.ts";
import { call } from "./api.ts";

/** Returns the attributes with which presses of a button are reported. */
export const analyticsData = (data: AnalyticsData) => ({ "data-analytics": JSON.stringify(data) });

const optOutKey = "usageOptOut";
export const hasOptedOut = (): boolean => localStorage.getItem(optOutKey) === "true";
export function setOptedOut(out: boolean): void {
  if (out) localStorage.setItem(optOutKey, "true");
  else localStorage.removeItem(optOutKey);
}

/** Checks the browser's Do Not Track and Global Privacy Control signals. */
export const asksNotToBeTracked = (): boolean =>
  navigator.doNotTrack === "1" || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

let isCollected = true;

/**
 * Reports presses of buttons with analytics data until the server says there is no collector. Returns a stop function.
 */
export function tellOfPresses(): () => void {
  const press = (event: Event) => {
    const said = (event.target as Element | null)?.closest<HTMLElement>("[data-analytics]")?.dataset["analytics"];
    if (!said || !isCollected || hasOptedOut() || asksNotToBeTracked()) return;
    // Fire and forget: nothing waits for it, and no failure is shown.
    call(usage.press, { body: JSON.parse(said) as AnalyticsData }).then(
      (answer) => (isCollected = answer.IsCollected),
      () => undefined,
    );
  };
  document.addEventListener("click", press, { capture: true });
  return () => document.removeEventListener("click", press, { capture: true });
}
