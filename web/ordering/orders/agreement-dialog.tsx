import type { Agreement } from "@tradewind/contract/catalogue/agreements.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { AgreementText } from "../../shared/agreements/agreement-text.tsx";
import { SignForm } from "../../shared/agreements/sign-form.tsx";
import { canAgreeQuery } from "../../shared/can-agree.ts";

/**
 * Shows an agreement over an order, so that nothing answered there is lost, and lets it be signed. It stands outside of
 * the order's form, since forms do not nest.
 */
export function AgreementDialog({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const queries = useQueryClient();
  const { data: mayAgree } = useQuery({ ...canAgreeQuery, enabled: !agreement.Signed });
  const [readToEnd, setReadToEnd] = useState(false);
  return createPortal(
    <Dialog title={agreement.Title} size="xlarge" onClose={onClose}>
      <div className="grid gap-5">
        <AgreementText agreement={agreement} onEnd={() => setReadToEnd(true)} />
        {mayAgree !== undefined && (
          <SignForm
            agreement={agreement}
            readToEnd={readToEnd}
            mayAgree={mayAgree}
            onSigned={() => {
              toast(`${agreement.Title} is signed`);
              void queries.invalidateQueries({ queryKey: ["proposals"] });
              onClose();
            }}
          />
        )}
      </div>
    </Dialog>,
    document.body,
  );
}
