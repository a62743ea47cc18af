import { screens } from "@tradewind/contract/screens.ts";
import { agreements, type Agreement } from "@tradewind/contract/catalogue/agreements.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { toast } from "../../ui/toast.tsx";
import { safeReturn } from "../../platform/safe-return.ts";
import { sessionQuery } from "../../platform/session.ts";
import { AgreementText } from "../../shared/agreements/agreement-text.tsx";
import { SignForm } from "../../shared/agreements/sign-form.tsx";
import { useCrumb } from "../../shared/crumb.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { agreementQuery, validityQuery } from "./agreements.queries.ts";
import { useParamsOf, useSearchOf } from "../../shared/screen-address.ts";
import { canAgreeQuery } from "../../shared/can-agree.ts";

/** Shows one agreement to read and sign. Number 0 stands for the one that must be signed before anything else. */
export function AgreementScreen() {
  const { agreementId } = useParamsOf(screens.agreement);
  const forced = agreementId === "0";
  const validity = useQuery({ ...validityQuery, enabled: forced });
  const id = forced ? (validity.data?.AgreementId ?? "") : agreementId;
  const agreement = useQuery({ ...agreementQuery(id), enabled: id !== "" });
  const mayAgree = useQuery(canAgreeQuery);
  const error = validity.error ?? agreement.error ?? mayAgree.error;
  if (forced && validity.data && !validity.data.MustSignNow)
    return <PageHeader title="Nothing to sign" about="Your company has signed every agreement it needs." />;
  if (agreement.data && mayAgree.data !== undefined)
    return <Review key={agreement.data.TextHash} agreement={agreement.data} mayAgree={mayAgree.data} forced={forced} />;
  if (error)
    return (
      <QueryError
        page
        error={error}
        onRetry={() => {
          void agreement.refetch();
          void mayAgree.refetch();
        }}
      />
    );
  return (
    <div aria-hidden="true" className="mx-auto grid w-full max-w-4xl gap-6">
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-[min(60vh,640px)] w-full" />
    </div>
  );
}

function Review({ agreement, mayAgree, forced }: { agreement: Agreement; mayAgree: boolean; forced: boolean }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { return: wanted } = useSearchOf(screens.agreement);
  const [readToEnd, setReadToEnd] = useState(false);
  const next = safeReturn(wanted) ?? (forced ? "/" : undefined);
  useCrumb(agreement.Title);
  const { AgreementId, Title, Summary, Signed, SignedBy, JobTitle, SignedAt } = agreement;
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-6">
      <div className="-mb-6">
        <PageHeader
          title={Title}
          about={Summary}
          actions={
            <DownloadButton
              endpoint={agreements.download}
              sent={{ params: { agreementId: AgreementId } }}
              fileName="agreementdocument.pdf"
            >
              Download
            </DownloadButton>
          }
        />
      </div>
      {Signed && SignedAt && (
        <Alert
          type="success"
          title="Signed"
          action={
            next && (
              <Button size="small" variant="primary" onClick={() => void navigate({ href: next })}>
                Continue
              </Button>
            )
          }
        >
          by {SignedBy}, {JobTitle}, on {formatDateTime(SignedAt)}
        </Alert>
      )}
      <AgreementText agreement={agreement} onEnd={() => setReadToEnd(true)} />
      {!Signed && (
        <>
          <p role="status" className="-mt-3 text-sm text-muted">
            {readToEnd
              ? "You have reached the end of the agreement."
              : "Scroll to the end of the agreement to sign it."}
          </p>
          <SignForm
            agreement={agreement}
            readToEnd={readToEnd}
            mayAgree={mayAgree}
            onSigned={async () => {
              toast(`${Title} is signed`);
              if (forced) await queries.refetchQueries(sessionQuery);
              if (next) await navigate({ href: next });
              else window.scrollTo({ top: 0 });
            }}
          />
        </>
      )}
    </div>
  );
}
