import { providerLinks } from "@tradewind/contract/access/provider-links.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ownLinksQuery, type OwnLink } from "../access/sso/sso.queries.ts";
import { useWrite } from "../platform/queries.ts";
import { useSession } from "../platform/session.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/page.tsx";
import { toast } from "../ui/toast.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { QueryError } from "./query-error.tsx";
import { providerNames } from "./provider-names.ts";

/** Lists the provider accounts with which the person can sign in; renders nothing if there are none. */
export function LinkedAccounts() {
  const { data, error, refetch } = useQuery(ownLinksQuery);
  const visited = useSession().JumpedBy !== null;
  const [unlinking, setUnlinking] = useState<OwnLink>();
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} />;
  if (!data || data.Items.length === 0) return null;
  return (
    <div className="mt-4">
      <Card title="Linked accounts" about="Accounts at providers that let you in here" flush>
        <ul className="divide-y divide-line border-t border-line">
          {data.Items.map((link) => (
            <li
              key={link.Id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3 max-md:px-4"
            >
              <div className="grid min-w-0">
                <span className="font-medium">{providerNames[link.Provider]}</span>
                <span className="text-sm text-muted">Linked {formatDate(link.Linked)}</span>
              </div>
              {data.HasPassword && !visited && (
                <Button size="small" variant="outlineDanger" onClick={() => setUnlinking(link)}>
                  Unlink
                </Button>
              )}
            </li>
          ))}
        </ul>
        {!data.HasPassword && (
          <p className="border-t border-line px-5 py-3 text-sm text-muted max-md:px-4">
            You have no password here, so this is how you sign in. Your administrator can change it.
          </p>
        )}
      </Card>
      {unlinking && <UnlinkDialog link={unlinking} onClose={() => setUnlinking(undefined)} />}
    </div>
  );
}

function UnlinkDialog({ link, onClose }: { link: OwnLink; onClose: () => void }) {
  const name = providerNames[link.Provider];
  const unlink = useWrite(providerLinks.unlink, {
    refreshes: ["linked-accounts"],
    shown: true,
    onDone: () => {
      toast(`${name} was unlinked`);
      onClose();
    },
  });
  return (
    <ProofDialog
      title={`Unlink ${name}?`}
      action="Unlink"
      danger
      onClose={onClose}
      onProven={() => unlink.mutateAsync({ params: { linkId: link.Id } })}
    >
      You can no longer sign in with it, and sessions opened with it end now. Your password works as before.
    </ProofDialog>
  );
}
