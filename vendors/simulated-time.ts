/** Simulators of outside systems have their own clock; in the demo it follows ours. */
import { request } from "undici";

/** Sets the offset of the simulators' clock from real time. Calling one simulator is enough for all. */
export async function setSimulatedTime(simulatorUrl: string, offsetMs: number): Promise<void> {
  const { statusCode, body } = await request(`${simulatorUrl}/__sim/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ offsetMs }),
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  });
  const answer = await body.text();
  if (statusCode !== 200) throw new Error(`The simulators' clock answered ${statusCode}: ${answer.slice(0, 200)}`);
}
