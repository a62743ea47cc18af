/** The control plane of every listener: clock, faults, journal, seed, reset, acts and webhooks. */
import type { Clock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { Journal } from "./journal.ts";
import type { Store } from "./store.ts";
import type { SimReply, SimRequest, Vendor } from "./vendor.ts";
import type { Webhooks } from "./webhooks.ts";

type Controlled = {
  clock: Clock;
  faults: Faults;
  journal: Journal;
  vendor: Vendor;
  store: Store;
  webhooks: Webhooks;
};

export async function answerControl(request: SimRequest, controlled: Controlled): Promise<SimReply> {
  const { body } = request;
  switch (`${request.method} ${request.path}`) {
    case "GET /__sim/clock":
      return ok(clockOf(controlled.clock));
    case "POST /__sim/clock":
      return moveClock(controlled.clock, body);
    case "GET /__sim/faults":
      return ok(controlled.faults.list());
    case "POST /__sim/faults":
      return setFaults(controlled.faults, body);
    case "DELETE /__sim/faults":
      controlled.faults.clear();
      return ok({});
    case "GET /__sim/journal":
      return ok({ entries: controlled.journal.since(Number(request.query.get("since") ?? 0)) });
    case "POST /__sim/reset":
      controlled.store.reset();
      controlled.faults.clear();
      controlled.journal.clear();
      return ok({});
    case "POST /__sim/seed":
      return ok(controlled.vendor.seed?.(body) ?? {});
    case "POST /__sim/act":
      return ok(controlled.vendor.act?.(body) ?? {});
    case "GET /__sim/webhooks":
      return ok({ held: controlled.webhooks.held(), registration: controlled.webhooks.registration() ?? null });
    case "POST /__sim/webhooks":
      controlled.webhooks.setMode(body.mode === "hold" ? "hold" : "auto");
      return ok({});
    case "POST /__sim/webhooks/release":
      return ok({ sent: await controlled.webhooks.release(body) });
    default:
      return controlled.vendor.control?.(request) ?? { status: 404, body: { message: "No such control call" } };
  }
}

const ok = (body: unknown): SimReply => ({ status: 200, body });

const clockOf = (clock: Clock) => ({ now: new Date(clock.now()).toISOString(), offsetMs: clock.offsetMs() });

function moveClock(clock: Clock, body: Record<string, any>): SimReply {
  if (typeof body.advanceMs === "number" && body.advanceMs >= 0) clock.advance(body.advanceMs);
  else if (typeof body.to === "string" && !Number.isNaN(Date.parse(body.to))) clock.moveTo(Date.parse(body.to));
  else if (typeof body.offsetMs === "number") clock.setOffset(body.offsetMs);
  else return { status: 400, body: { message: "Give advanceMs, to or offsetMs" } };
  return ok(clockOf(clock));
}

function setFaults(faults: Faults, body: Record<string, any>): SimReply {
  if ("chaos" in body) faults.setChaos(body.chaos);
  else if (body.fault?.kind) faults.add({ match: body.match, times: body.times, fault: body.fault });
  else return { status: 400, body: { message: "Give a fault with its kind, or chaos" } };
  return ok(faults.list());
}
