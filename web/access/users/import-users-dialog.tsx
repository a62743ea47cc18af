import { customerUsers } from "@tradewind/contract/access/customer-users.ts";
import { largestUserFile, tooLarge } from "@tradewind/domain/access/user-file.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { useState } from "react";
import { readAsBase64 } from "../../platform/base64.ts";
import { call } from "../../platform/api.ts";
import { asApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { toast } from "../../ui/toast.tsx";

type Checked = ResultOf<typeof customerUsers.checkFile>;
type Chosen = { name: string; file: string; checked: Checked };

const usersOf = (count: number) => `${count.toLocaleString("en-GB")} user${count === 1 ? "" : "s"}`;

/** Adds the users of a file to a customer, after showing what it would do and what of it is wrong. */
export function ImportUsersDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>();
  const [reading, setReading] = useState(false);
  const [fault, setFault] = useState<string>();
  const params = { customerId };
  const write = useWrite(customerUsers.import, {
    refreshes: ["users", "customers"],
    shown: true,
    onDone: ({ Added }) => {
      toast(`${usersOf(Added)} ${Added === 1 ? "was" : "were"} added`);
      onClose();
    },
  });
  const read = async (file: File) => {
    setChosen(undefined);
    setFault(undefined);
    write.reset();
    if (file.size > largestUserFile) return setFault(tooLarge);
    setReading(true);
    try {
      const File = await readAsBase64(file);
      setChosen({
        name: file.name,
        file: File,
        checked: await call(customerUsers.checkFile, { params, body: { File } }),
      });
    } catch (error) {
      setFault(asApiError(error).fields["File"] ?? asApiError(error).message);
    }
    return setReading(false);
  };
  const ready = chosen && chosen.checked.FaultCount === 0;
  return (
    <TaskDialog
      title="Import users"
      subtitle="Fill in the template, one line for each user. They do not sign in until you invite them."
      action={ready ? `Add ${usersOf(chosen.checked.Users)}` : "Add users"}
      disabled={!ready}
      busy={write.isPending}
      onConfirm={() => ready && write.mutate({ params, body: { File: chosen.file } })}
      onClose={onClose}
    >
      <div className="grid gap-4 pt-2">
        <FileDrop
          label="File with users"
          about="A CSV file with at most 2,000 users, as your spreadsheet saves it."
          accept=".csv,text/csv"
          error={fault}
          busy={reading}
          onFile={(file) => void read(file)}
          others={
            <DownloadButton endpoint={customerUsers.template} sent={{}} fileName="template.csv">
              Download template
            </DownloadButton>
          }
        >
          {chosen && <p className="font-medium wrap-anywhere">{chosen.name}</p>}
        </FileDrop>
        {write.error && (
          <Alert type="error" live>
            {write.error.fields["File"] ?? write.error.message}
          </Alert>
        )}
        {chosen && (ready ? <Preview checked={chosen.checked} /> : <Faults checked={chosen.checked} />)}
      </div>
    </TaskDialog>
  );
}

function Preview({ checked: { Users, Admins, Sample } }: { checked: Checked }) {
  const more = Users - Sample.length;
  return (
    <section className="grid gap-2" aria-live="polite">
      <p>
        {usersOf(Users)} {Users === 1 ? "is" : "are"} added
        {Admins > 0 && `, ${Admins.toLocaleString("en-GB")} of them as customer admin${Admins === 1 ? "" : "s"}`}.
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {Sample.map(({ Line, Name, Email, IsAdmin }) => (
          <li key={Line} className="py-2 wrap-anywhere">
            <span className="font-medium">{Name}</span>{" "}
            <span className="text-muted">
              {Email}
              {IsAdmin && " · Customer admin"}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-muted">And {more.toLocaleString("en-GB")} more.</p>}
    </section>
  );
}

function Faults({ checked: { FaultCount, Faults: faults } }: { checked: Checked }) {
  const more = FaultCount - faults.length;
  return (
    <section className="grid gap-2" aria-live="polite">
      <Alert type="error" title={FaultCount === 1 ? "One fault" : `${FaultCount.toLocaleString("en-GB")} faults`}>
        Nobody is added before the whole file is right. Correct it and choose it again.
      </Alert>
      <table className="w-full text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th className="py-1.5 pr-4 font-medium">Line</th>
            <th className="py-1.5 pr-4 font-medium">Column</th>
            <th className="py-1.5 font-medium">What is wrong</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {faults.map(({ Line, Column, Reason }, at) => (
            <tr key={at}>
              <td className="py-1.5 pr-4 align-top tabular-nums">{Line.toLocaleString("en-GB")}</td>
              <td className="py-1.5 pr-4 align-top">{Column || "Whole line"}</td>
              <td className="py-1.5 wrap-anywhere">{Reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="text-sm text-muted">And {more.toLocaleString("en-GB")} more.</p>}
    </section>
  );
}
