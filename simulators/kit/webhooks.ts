/** Webhook events of a vendor: delivered at once, or held until a test chooses their order, repeats and omissions. */
import type { Store } from "./store.ts";

type HeldEvent = { id: string; body: Record<string, unknown> };
type Release = { order?: string[]; duplicate?: string[]; drop?: string[]; tamper?: string[] };
/** Returns the headers that sign a webhook's body. */
type Sign = (body: string) => Record<string, string>;

export type Webhooks = {
  emit(body: Record<string, unknown>): void;
  setMode(mode: "auto" | "hold"): void;
  held(): HeldEvent[];
  release(wanted: Release): Promise<number>;
  registration(): { url: string } | undefined;
  register(url: string): void;
};

export function createWebhooks(store: Store, sign: Sign = () => ({})): Webhooks {
  const registrations = store.collection<{ url: string }>("webhook");
  let mode: "auto" | "hold" = "auto";
  let queue: HeldEvent[] = [];
  let count = 0;

  /** Sends an event; a tampered one keeps the signature of the original. */
  async function deliver(event: HeldEvent, tampered = false): Promise<void> {
    const registration = registrations.get("");
    if (!registration) return;
    const body = JSON.stringify(event.body);
    await fetch(registration.url, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", ...sign(body) },
      body: tampered ? `${body} ` : body,
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
  }

  return {
    emit(body) {
      const event = { id: `event-${++count}`, body };
      if (mode === "hold") queue.push(event);
      else void deliver(event);
    },
    setMode: (next) => void (mode = next),
    held: () => queue,
    async release({ order, duplicate = [], drop = [], tamper = [] }) {
      const waiting = queue;
      queue = [];
      const wanted = order ? order.flatMap((id) => waiting.filter((event) => event.id === id)) : waiting;
      let sent = 0;
      for (const event of wanted) {
        if (drop.includes(event.id)) continue;
        for (let copy = duplicate.includes(event.id) ? 2 : 1; copy > 0; copy--, sent++)
          await deliver(event, tamper.includes(event.id));
      }
      return sent;
    },
    registration: () => registrations.get(""),
    register: (url) => void registrations.put("", { url }),
  };
}
