import { accountingIds, downloads, reportIds, reports, type ReportId } from "@tradewind/contract/billing/reports.ts";
import { accountingDays, type AccountingOptions } from "@tradewind/domain/billing/accounting-exports.ts";
import { boundsOf, seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound, tooMany } from "../../platform/app-error.ts";
import type { Database } from "../../platform/database.ts";
import { answer, type Call } from "../../platform/http.ts";
import { countRuns, findRun, insertRun, listRuns, readPiece, type RunRow } from "./report-runs.store.ts";
import { allReports } from "./reports.reads.ts";
import { insertGuid, spendGuid } from "./reports.store.ts";

/** The most reports of one company that are made at a time, and that are kept of one day. */
const [mostMaking, mostKept] = [4, 40];

const isForAccounting = (report: ReportId) => accountingIds.some((id) => id === report);

/** Refuses options of a report that has none, and a period that ends before it begins. */
function checkOptions(report: ReportId, options: AccountingOptions, today: string): AccountingOptions {
  const { from, until } = accountingDays(options, today);
  if (Object.values(options).some((value) => value !== undefined) && !isForAccounting(report))
    throw new AppError("invalidRequest", { fields: { DownloadId: "Is not made for a period" } });
  if (from > until) throw new AppError("invalidRequest", { fields: { Until: "Must not be before From" } });
  return options;
}

function fileOf(
  report: ReportId,
  { actor, today, platform }: Pick<Call<TenantActor>, "actor" | "today" | "platform">,
  options: AccountingOptions,
) {
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
  const { from, until } = accountingDays(options, today);
  const days = isForAccounting(report) ? `${from}-to-${until}` : today;
  return {
    file: () => allReports[report].make(platform.exports, actor, { options, today }),
    name: `${report}-${days}.csv`,
  };
}

const isReport = (id: string): id is ReportId => reportIds.some((each) => each === id);

/** A report that was made, while its pieces are read one by one. */
function madeFile({ platform, actor }: Pick<Call<TenantActor>, "platform" | "actor">, run: RunRow) {
  const { from, until } = accountingDays(run.options, run.as_of!.toISOString().slice(0, 10));
  const days = isForAccounting(run.download_id) ? `${from}-to-${until}` : run.as_of!.toISOString().slice(0, 10);
  const bounds = boundsOf(actor);
  return {
    file: () => platform.exports.pieces(bounds, piecesOf(platform.database, bounds, run)),
    name: `${run.download_id}-${days}.csv`,
  };
}

async function* piecesOf(database: Database, bounds: ReturnType<typeof boundsOf>, run: RunRow) {
  for (let position = 0; ; position++) {
    const piece = await database.read(bounds, (db) => readPiece(db, run, position));
    if (piece === undefined) return;
    yield piece;
  }
}

const own = ({ resellerId, membershipId }: TenantActor, downloadId: string) => ({
  resellerId,
  membershipId,
  downloadId,
});

export const reportsRoutes = [
  answer(reports.list, () => ({
    Items: Object.entries(allReports).map(([id, { name, about }]) => ({
      DownloadId: id as ReportId,
      Name: name,
      About: about,
    })),
  })),
  answer(reports.runs, async ({ actor, db }) => ({
    Items: (await listRuns(db, actor)).map((run) => ({
      Id: run.id,
      DownloadId: run.download_id,
      Options: run.options,
      State: run.state,
      Rows: run.rows,
      AskedAt: run.asked_at.toISOString(),
      AsOf: run.as_of?.toISOString() ?? null,
    })),
  })),
  answer(reports.make, async ({ actor, tx, today, now, platform }, { body }) => {
    if (!seesPrices(actor)) throw new AppError("pricesHidden");
    const options = checkOptions(body.DownloadId, body.Options ?? {}, today);
    const { making, made } = await countRuns(tx, actor);
    if (making >= mostMaking)
      throw tooMany(60, `${mostMaking} of your company’s reports are being made. Wait for one.`);
    if (made >= mostKept)
      throw tooMany(3600, "Your company had many reports made today. Download those, or ask again tomorrow.");
    const runId = await insertRun(tx, actor, { downloadId: body.DownloadId, options, now });
    await platform.jobs.file(tx, "reports.make", { resellerId: actor.resellerId, runId });
    return { Id: runId };
  }),
  answer(downloads.guid, async ({ actor, tx, today }, { body }) => {
    if (!seesPrices(actor)) throw new AppError("pricesHidden");
    if (body.UserName !== actor.userName)
      throw new AppError("invalidRequest", { fields: { UserName: "Must be your own user name" } });
    const id = body.DownloadId;
    if (!isReport(id) && orNotFound(await findRun(tx, actor, id)).state !== "ready") throw new AppError("notFound");
    const options = isReport(id) ? checkOptions(id, body.Options ?? {}, today) : {};
    return { Guid: await insertGuid(tx, own(actor, body.DownloadId), options) };
  }),
  answer(downloads.file, async (call, { body }) => {
    const { actor, platform } = call;
    const spent = await platform.database.write(boundsOf(actor), (tx) =>
      spendGuid(tx, { ...own(actor, body.Id), guid: body.Guid }),
    );
    if (!spent) throw new AppError("notFound");
    if (isReport(body.Id)) return fileOf(body.Id, call, spent);
    if (!seesPrices(actor)) throw new AppError("pricesHidden");
    const run = await platform.database.read(boundsOf(actor), (db) => findRun(db, actor, body.Id));
    if (run?.state !== "ready") throw new AppError("notFound");
    return madeFile(call, run);
  }),
  answer(downloads.download, (call, { params, query }) =>
    fileOf(params.downloadId, call, checkOptions(params.downloadId, query, call.today)),
  ),
];
