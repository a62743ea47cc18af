import { agreements, type AgreementInfo } from "@tradewind/contract/catalogue/agreements.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";

import { useQuery } from "@tanstack/react-query";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { DownloadButton } from "../../shared/download-button.tsx";
import { appLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { agreementsQuery } from "./agreements.queries.ts";
import { reviewAddress } from "../../shared/review-address.ts";

export function AgreementsScreen() {
  const { data, error, refetch } = useQuery(agreementsQuery);
  return (
    <div className="mx-auto w-full max-w-4xl">
      <PageHeader
        title="Terms and conditions"
        about="The agreements between your company and Tradewind. Some must be signed before you can add certain products."
      />
      <Card flush>
        {data ? (
          <ul>
            {data.Items.map((agreement) => (
              <AgreementLine key={agreement.AgreementId} agreement={agreement} />
            ))}
          </ul>
        ) : error ? (
          <QueryError error={error} onRetry={() => void refetch()} />
        ) : (
          <Lines />
        )}
      </Card>
    </div>
  );
}

function AgreementLine({ agreement }: { agreement: AgreementInfo }) {
  const { AgreementId, Title, Summary, Version, Signed, SignedBy, SignedAt } = agreement;
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-0 max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-72 gap-0.5">
        {appLink({
          href: reviewAddress(AgreementId),
          className: "w-fit rounded-control font-medium hover:underline",
          onClick: () => {},
          children: Title,
        })}
        <p className="text-muted">{Summary}</p>
        <p className="text-sm text-muted">Version {Version}</p>
      </div>
      <div className="grid w-56 gap-0.5 max-md:w-full">
        <StatusDot tone={Signed ? "success" : "warning"}>{Signed ? "Signed" : "Not signed"}</StatusDot>
        {SignedBy && SignedAt && (
          <p className="text-sm wrap-anywhere text-muted">
            by {SignedBy} on {formatDate(SignedAt)}
          </p>
        )}
      </div>
      <DownloadButton
        endpoint={agreements.download}
        sent={{ params: { agreementId: AgreementId } }}
        fileName="agreementdocument.pdf"
        size="small"
      >
        Download
      </DownloadButton>
    </li>
  );
}

function Lines() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3, 4].map((line) => (
        <div key={line} className="flex gap-6 border-b border-line px-5 py-4 last:border-0 max-md:px-4">
          <div className="grid flex-1 gap-2">
            <Skeleton className="w-1/3" />
            <Skeleton className="h-3 w-2/3" />
          </div>
          <Skeleton className="w-24" />
        </div>
      ))}
    </div>
  );
}
