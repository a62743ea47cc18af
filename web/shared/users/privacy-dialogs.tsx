import { personalData, type ErasurePreview } from "@tradewind/contract/access/privacy.ts";
import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call, downloadFile } from "../../platform/api.ts";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { toast } from "../../ui/toast.tsx";
import { ProofDialog } from "../proof-dialog.tsx";
import { QueryError } from "../query-error.tsx";

/** Whose data: a user of the company, or the person of any membership for the operator's staff. */
export type Whose = { name: string } & ({ userId: string } | { membershipId: string });

/** Asks for a proof, and saves everything that is held about a person, or about oneself, as a file. */
export function ExportDataDialog({ whose, onClose }: { whose: Whose | "own"; onClose: () => void }) {
  const { Today, User } = useSession();
  const save = async () => {
    const name = `Personal data of ${whose === "own" ? User.displayName : whose.name} ${Today}.json`;
    if (whose === "own") await downloadFile(personalData.own, {}, name);
    else if ("userId" in whose) await downloadFile(personalData.ofUser, paramsOf(whose), name);
    else await downloadFile(personalData.ofAnybody, { params: { membershipId: whose.membershipId } }, name);
    onClose();
  };
  return (
    <ProofDialog
      title={whose === "own" ? "Download your data" : `Export the data of ${whose.name}`}
      action="Download"
      onClose={onClose}
      onProven={save}
    >
      A file with everything that the portal holds about {whose === "own" ? "you" : "this person"}: names and addresses,
      sign-ins, tickets, orders and what the activity log says. Secrets such as passwords are not in it.
    </ProofDialog>
  );
}

const paramsOf = ({ userId }: { userId: string }): SentOf<typeof personalData.ofUser> => ({ params: { userId } });

const previewQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ["erasure", whose],
    queryFn: ({ signal }) =>
      "userId" in whose
        ? call(personalData.previewUser, { ...paramsOf(whose), signal })
        : call(personalData.previewAnybody, { params: { membershipId: whose.membershipId }, signal }),
    staleTime: 0,
  });

/** Shows what erasing a person deletes and keeps, asks for a proof, and erases them. */
export function EraseDialog({
  whose,
  refreshes,
  onErased,
  onClose,
}: {
  whose: Whose;
  refreshes: readonly string[];
  onErased: () => void;
  onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(previewQuery(whose));
  const done = {
    refreshes,
    shown: true,
    onDone: () => {
      toast(`${whose.name} was erased`);
      onErased();
    },
  };
  const eraseUser = useWrite(personalData.eraseUser, done);
  const eraseAnybody = useWrite(personalData.eraseAnybody, done);
  const title = `Erase ${whose.name}?`;
  if (!data || data.Refused)
    return (
      <Dialog title={title} size="small" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
        {data ? (
          <p>{data.Refused}</p>
        ) : error ? (
          <QueryError error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="grid gap-3" aria-busy="true">
            <Skeleton />
            <Skeleton className="w-3/5" />
          </div>
        )}
      </Dialog>
    );
  return (
    <ProofDialog
      title={title}
      action="Erase for good"
      danger
      onClose={onClose}
      onProven={() =>
        "userId" in whose
          ? eraseUser.mutateAsync(paramsOf(whose))
          : eraseAnybody.mutateAsync({ params: { membershipId: whose.membershipId } })
      }
    >
      <Preview preview={data} />
    </ProofDialog>
  );
}

function Preview({ preview: { Deleted, Unnamed, Kept } }: { preview: ErasurePreview }) {
  return (
    <div className="grid gap-4">
      <p>This is final. They are signed out at once, and wherever they acted the portal says “Erased person”.</p>
      <Parts title="Deleted">{Deleted.map(line)}</Parts>
      <Parts title="Stays without their name">{Unnamed.map(line)}</Parts>
      <Parts title="Stays as it is">
        {Kept.map((part) => (
          <li key={part.What}>
            {part.What} ({part.Count.toLocaleString("en-GB")}). <span className="text-sm">{part.Why}</span>
          </li>
        ))}
        <li>
          Invoices and the ledger. <span className="text-sm">They name companies, and the law asks to keep them.</span>
        </li>
      </Parts>
    </div>
  );
}

const line = ({ What, Count }: { What: string; Count: number }) => (
  <li key={What}>
    {What} ({Count.toLocaleString("en-GB")})
  </li>
);

function Parts({ title, children }: { title: string; children: ReactNode[] | ReactNode }) {
  if (Array.isArray(children) && children.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h3 className="font-medium text-ink">{title}</h3>
      <ul className="list-disc pl-5">{children}</ul>
    </section>
  );
}
