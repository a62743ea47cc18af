import type { reports } from "@tradewind/contract/billing/reports.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { accountingDays } from "@tradewind/domain/billing/accounting-exports.ts";
import { useState } from "react";
import { useSession } from "../../platform/session.ts";
import { DateField } from "../../ui/date-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { dayFault } from "../../ui/typed-date.ts";
import { DownloadReport } from "./download-report.tsx";

type Props = { items: ResultOf<typeof reports.list>["Items"] };

/** Files for the reader's own accounting system: for which days, to which account, from which supplier. */
export function AccountingCard({ items }: Props) {
  const { Today } = useSession();
  const last = accountingDays({}, Today);
  const [From, setFrom] = useState(last.from);
  const [Until, setUntil] = useState(last.until);
  const [account, setAccount] = useState("");
  const [supplier, setSupplier] = useState("");
  const isAsked = From !== "" && Until !== "" && !dayFault(From, undefined, Until) && !dayFault(Until, From, undefined);
  const options = {
    From,
    Until,
    ...(account.trim() === "" ? {} : { Account: account.trim() }),
    ...(supplier.trim() === "" ? {} : { Supplier: supplier.trim() }),
  };
  return (
    <section aria-label="For your accounting" className="rounded-card border border-line bg-surface">
      <div className="grid gap-4 border-b border-line px-5 py-4 max-md:px-4">
        <div>
          <h2 className="text-md font-semibold">For your accounting</h2>
          <p className="text-sm text-muted">
            What we invoiced on these days, to be imported into your books. Sums are those of the documents, to the
            penny.
          </p>
        </div>
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
          <DateField label="Issued from" value={From} max={Until} onValue={setFrom} />
          <DateField label="Issued until" value={Until} min={From} onValue={setUntil} />
          <TextField
            label="Account for purchases"
            hint="Yours, by code or name. Empty: the usual one."
            maxLength={60}
            value={account}
            onChange={(event) => setAccount(event.target.value)}
          />
          <TextField
            label="Supplier"
            hint="Our name in your books. Empty: as on invoices."
            maxLength={100}
            value={supplier}
            onChange={(event) => setSupplier(event.target.value)}
          />
        </div>
      </div>
      <ul className="divide-y divide-line">
        {items.map(({ DownloadId, Name, About }) => (
          <DownloadReport
            key={DownloadId}
            id={DownloadId}
            name={Name}
            about={About}
            options={options}
            disabled={!isAsked}
          />
        ))}
      </ul>
    </section>
  );
}
