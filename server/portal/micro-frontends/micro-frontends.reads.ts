import type { Logger } from "pino";
import { realNow } from "../../platform/clock.ts";
import type { Platform } from "../../platform/platform.ts";
import { readFrame, type Frame, type FramePart } from "@tradewind/vendors/shared-frame.ts";

/** Milliseconds before asking the host again, after a usable answer and after an unusable one. */
const freshFor = 5 * 60_000;
const againAfter = 30_000;
/** The same for a missing script: another process may already know of a new frame. */
const missedAfter = 5_000;
/** Scripts kept: those of the current frame and of earlier ones, which open pages may still request. */
const mostKept = 8;

/**
 * Caches a host's frame. Asks rarely and one request at a time; while the host is unusable, the last frame stays in use
 * indefinitely.
 */
export function frameShelf(url: string, log: Pick<Logger, "warn">, now: () => number = realNow) {
  const scripts = new Map<string, Buffer>();
  let frame: Frame | undefined;
  let askAgainAt = 0;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;

  const keep = ({ hash, source }: FramePart) => {
    scripts.delete(hash);
    scripts.set(hash, source);
    for (const oldest of scripts.keys()) if (scripts.size > mostKept) scripts.delete(oldest);
  };

  async function ask() {
    askedAt = now();
    try {
      frame = await readFrame(url);
      keep(frame.footer);
      keep(frame.header);
      askAgainAt = now() + freshFor;
    } catch (error) {
      askAgainAt = now() + againAfter;
      log.warn({ err: error }, "The shared header and footer cannot be used");
    }
  }
  const refreshed = (at = askAgainAt) => {
    if (now() >= at) asking ??= ask().finally(() => (asking = undefined));
    return asking;
  };

  return {
    /** Returns the cached frame at once and refreshes it in the background; only the first caller waits. */
    async frame(): Promise<Frame | undefined> {
      const asked = refreshed();
      if (!frame) await asked;
      return frame;
    },
    /** Returns a script by its hash. */
    async script(hash: string): Promise<Buffer | undefined> {
      if (!scripts.has(hash)) await refreshed(Math.min(askAgainAt, askedAt + missedAfter));
      return scripts.get(hash);
    },
  };
}
type Shelf = ReturnType<typeof frameShelf>;

const shelves = new WeakMap<Platform, Shelf>();

/** Returns this process's shelf; undefined if no host is configured. */
export function shelfOf(platform: Platform): Shelf | undefined {
  const url = platform.config.MICRO_FRONTENDS_URL;
  if (url === "") return undefined;
  const shelf = shelves.get(platform) ?? frameShelf(url, platform.log);
  shelves.set(platform, shelf);
  return shelf;
}
