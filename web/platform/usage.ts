import { usage, type AnalyticsData } from "@tradewind/contract/insight/usage.ts";
import { call } from "./api.ts";

/** What a button carries so that a press of it is told to the collector. */
export const analyticsData = (data: AnalyticsData) => ({ "data-analytics": JSON.stringify(data) });

const optOutKey = "usageOptOut";
export const hasOptedOut = (): boolean => localStorage.getItem(optOutKey) === "true";
export function setOptedOut(out: boolean): void {
  if (out) localStorage.setItem(optOutKey, "true");
  else localStorage.removeItem(optOutKey);
}

/** Whether the browser asks that its person is not followed. */
export const asksNotToBeTracked = (): boolean =>
  navigator.doNotTrack === "1" || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

let isCollected = true;

/** Tells of presses of buttons that carry something, until the server says that nobody collects them. Answers how to end. */
export function tellOfPresses(): () => void {
  const press = (event: Event) => {
    const said = (event.target as Element | null)?.closest<HTMLElement>("[data-analytics]")?.dataset["analytics"];
    if (!said || !isCollected || hasOptedOut() || asksNotToBeTracked()) return;
    // A press is told or not: nobody waits for it, and no failure shows.
    call(usage.press, { body: JSON.parse(said) as AnalyticsData }).then(
      (answer) => (isCollected = answer.IsCollected),
      () => undefined,
    );
  };
  document.addEventListener("click", press, { capture: true });
  return () => document.removeEventListener("click", press, { capture: true });
}
