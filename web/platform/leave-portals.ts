import type { Envelope, ResultOf } from "@tradewind/contract/endpoint.ts";
import type { sso } from "@tradewind/contract/sso.ts";
import { addressOf } from "./config.ts";

type Farewell = Envelope<ResultOf<typeof sso.farewell>>;

/** Milliseconds the hardware portal has to end its session. */
const patience = 2_000;

/**
 * Ends the person's sessions in the partner portals, before the one here. Whatever does not answer is passed over.
 * Returns where the provider ends its own, from where it leads back to the sign-in page.
 */
export async function leavePortals(token: string | undefined): Promise<string | undefined> {
  const ask = (method: string, path: string) =>
    fetch(addressOf(path), {
      method,
      headers: { Accept: "application/json", Authorization: `Bearer ${token}` },
    }).catch(() => undefined);
  const answer = await ask("GET", "/api/auth/sso/farewell");
  const farewell = ((await answer?.json().catch(() => undefined)) as Farewell | undefined)?.Result;
  await ask("POST", "/api/auth/comms-logout");
  // The portal knows its visitor by a cookie of its own, which only this browser can send.
  if (farewell?.HardwareLogoutUrl)
    await fetch(farewell.HardwareLogoutUrl, {
      mode: "no-cors",
      credentials: "include",
      signal: AbortSignal.timeout(patience),
    }).catch(() => undefined);
  return farewell?.EndSessionUrl ?? undefined;
}
