import { downloads, reports, type ReportId, type ReportRun } from "@tradewind/contract/billing/reports.ts";
import type { AccountingOptions } from "@tradewind/domain/billing/accounting-exports.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asApiError } from "../../platform/api-error.ts";
import { call, downloadFile } from "../../platform/api.ts";
import { useSession } from "../../platform/session.ts";
import { useWrite } from "../../platform/queries.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { runsQuery } from "./reports.queries.ts";

type Props = { id: ReportId; name: string; about: string; options?: AccountingOptions; disabled?: boolean };

/** A report: a button has it made, says how far it is, and then another asks for a guid, good for one file, and saves it. */
export function DownloadReport({ id, name, about, options, disabled = false }: Props) {
  const { data: runs } = useQuery(runsQuery);
  const make = useWrite(reports.make);
  const run = runs?.find(({ DownloadId }) => DownloadId === id);
  const isUnderWay = run?.State === "waiting" || run?.State === "making";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 max-md:px-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-base font-medium">{name}</h2>
        <p className="text-sm text-muted">{about}</p>
        {run && (
          <p className={`text-sm ${run.State === "failed" ? "text-danger" : "text-ink"}`} role="status">
            {stateOf(run)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          busy={make.isPending || isUnderWay}
          disabled={disabled}
          aria-label={`${run ? "Make again" : "Make"}: ${name}`}
          onClick={() => make.mutate({ body: { DownloadId: id, ...(options ? { Options: options } : {}) } })}
        >
          {run ? "Make again" : "Make"}
        </Button>
        {run?.State === "ready" && <Download run={run} name={name} />}
      </div>
    </li>
  );
}

function stateOf({ State, Rows, AsOf, Options: { From, Until } }: ReportRun): string {
  const lines = `${Rows.toLocaleString("en-GB")} ${Rows === 1 ? "line" : "lines"}`;
  const days = From && Until ? ` for ${formatDate(From)} to ${formatDate(Until)}` : "";
  if (State === "waiting") return "It is made in a moment.";
  if (State === "making") return `It is being made${days}: ${lines} so far.`;
  if (State === "failed") return "It could not be made. Make it again.";
  return `Made${days}: ${lines}, as of ${formatDateTime(AsOf!)}. It is kept for a day.`;
}

function Download({ run, name }: { run: ReportRun; name: string }) {
  const { User } = useSession();
  const [busy, setBusy] = useState(false);
  const { From, Until } = run.Options;
  const days = From && Until ? `${From}-to-${Until}` : run.AsOf!.slice(0, 10);
  const press = async () => {
    setBusy(true);
    try {
      const { Guid } = await call(downloads.guid, { body: { DownloadId: run.Id, UserName: User.userName } });
      await downloadFile(downloads.file, { body: { Id: run.Id, Guid } }, `${run.DownloadId}-${days}.csv`);
    } catch (error) {
      const { message, reference } = asApiError(error);
      toast(message, { kind: "problem", reference });
    }
    setBusy(false);
  };
  return (
    <Button icon="download" busy={busy} aria-label={`Download: ${name}`} onClick={() => void press()}>
      Download
    </Button>
  );
}
