import { z } from "zod";
import { announce } from "../../platform/events.store.ts";
import { AppError } from "../../platform/app-error.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Tx } from "../../platform/db.ts";
import { addPiece, beginRun, failRun, noteRun, type RunRow } from "./report-runs.store.ts";
import { allReports } from "./reports.reads.ts";

const worker = { role: "app_worker" } as const;
/** Bytes of one piece: what is held in memory, and how often progress is told. */
const pieceSize = 256 * 1024;
const lineFeed = 0x0a;

/** Thrown when another worker has begun the same report: this one stops. */
class Superseded extends Error {}

/**
 * Makes a report that was asked for, by one statement and so of one moment, and keeps it piece by piece. A run that was
 * killed is begun again; what it left behind is of another attempt.
 */
export const makeReport = job({
  queue: "reports.make",
  fetchers: 4,
  payload: z.object({ resellerId: z.uuid(), runId: z.uuid() }),
  async run({ platform }: { platform: Platform }, { resellerId, runId }) {
    const { clock } = platform;
    const run = await tell(platform, resellerId, (tx) => beginRun(tx, resellerId, runId, clock.now()));
    if (!run) return;
    try {
      const rows = await keepPieces(platform, run);
      await tell(platform, resellerId, (tx) => noteRun(tx, run, { state: "ready", rows }));
    } catch (error) {
      // Files of others are being made: this one waits for its turn.
      if (error instanceof AppError && error.code === "exportsBusy") throw new TryLater(5_000, error.message);
      if (!(error instanceof Superseded)) throw error;
    }
  },
  async gaveUp({ platform }: { platform: Platform }, { resellerId, runId }) {
    await tell(platform, resellerId, (tx) => failRun(tx, resellerId, runId));
  },
});

async function keepPieces(platform: Platform, run: RunRow): Promise<number> {
  const { reseller_id: resellerId, currency, options } = run;
  const of = { resellerId, currency, restriction: run.restriction };
  const file = await allReports[run.download_id].make(platform.exports, of, { options, today: platform.clock.today() });
  // Bytes go from one side of the database to the other as they are; only signs are not split.
  const piece = Buffer.allocUnsafe(2 * pieceSize);
  let [size, position, lines] = [0, 0, -1];
  const keep = async (until: number) => {
    const [content, at] = [piece.subarray(0, until), position++];
    for (let end = content.indexOf(lineFeed); end >= 0; end = content.indexOf(lineFeed, end + 1)) lines += 1;
    await tell(platform, resellerId, async (tx) => {
      if (!(await noteRun(tx, run, { state: "making", rows: Math.max(lines, 0) }))) throw new Superseded();
      await addPiece(tx, run, at, content);
    });
    piece.copyWithin(0, until, size);
    size -= until;
  };
  for await (const bytes of file as AsyncIterable<Buffer>) {
    for (let from = 0; from < bytes.length;) {
      const taken = bytes.copy(piece, size, from);
      [from, size] = [from + taken, size + taken];
      if (size >= pieceSize) await keep(wholeSigns(piece, size));
    }
  }
  await keep(size);
  return lines;
}

/** Returns how many of some bytes of UTF-8 end with a whole sign for certain. */
function wholeSigns(bytes: Buffer, size: number): number {
  if (bytes[size - 1]! < 0x80) return size;
  let until = size - 1;
  while ((bytes[until]! & 0xc0) === 0x80) until -= 1;
  return until;
}

async function tell<Result>({ database, committed }: Platform, resellerId: string, act: (tx: Tx) => Promise<Result>) {
  const result = await database.write(worker, async (tx) => {
    const done = await act(tx);
    await announce(tx, resellerId, ["reports"]);
    return done;
  });
  committed();
  return result;
}
