import { currencyCode } from "../../platform/storage.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { CreditPage } from "./credit.queries.ts";

type Props = { transfer: NonNullable<CreditPage["Transfer"]>; onClose: () => void };

const currencyWords = { GBP: "pounds", EUR: "euros" } as const;

/** Says where to transfer what is to be added, and what to quote. */
export function AddCreditDialog({ transfer, onClose }: Props) {
  return (
    <Dialog
      title="Add credit by bank transfer"
      size="small"
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-4">
        <p>
          Transfer any amount in {currencyWords[currencyCode()]}. Once it has arrived with this reference, it is added
          here.
        </p>
        <div className="grid gap-1.5">
          <span className="text-sm font-medium">Quote this reference</span>
          <span className="flex flex-wrap items-center gap-3">
            <span className="figures text-md font-semibold">{transfer.Reference}</span>
            <CopyButton text={transfer.Reference} label="Copy reference" />
          </span>
        </div>
        <div className="grid gap-1.5">
          <span className="text-sm font-medium">To this account</span>
          <ul className="rounded-control bg-sunken px-3 py-2 text-sm">
            {transfer.BankDetails.map((line) => (
              <li key={line} className="figures">
                {line}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  );
}
