import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { countries } from "@tradewind/domain/values/countries.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { InvitationState } from "../../shared/invitation-state.tsx";
import { DecisionCard, DecisionQueue, type Decided } from "../../shared/decision-queue.tsx";
import { applicationsQuery, type Application, type ApplicationAction } from "./applications.queries.ts";

const Dialogs = lazy(async () => ({ default: (await import("./application-dialogs.tsx")).ApplicationDialogs }));

/** Lists the companies that have applied to become resellers. */
export function ApplicationsScreen() {
  const [status, setStatus] = useState<Decided>("waiting");
  const [action, setAction] = useState<ApplicationAction>();
  const list = useQuery(applicationsQuery(status));
  return (
    <>
      <DecisionQueue
        title="Applications"
        about="Companies applying to become a partner"
        shown={status}
        onShown={setStatus}
        list={list}
        empty={{
          title: "No applications waiting",
          text: "Applications from the sign-up page appear here.",
          decided: "Applications you accept or decline appear here.",
        }}
        renderCard={(application) => (
          <ApplicationCard key={application.Id} application={application} onAction={setAction} />
        )}
      />
      {action && (
        <Suspense fallback={null}>
          <Dialogs action={action} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </>
  );
}

type CardProps = { application: Application; onAction: (action: ApplicationAction) => void };

function ApplicationCard({ application, onAction }: CardProps) {
  const { Invitation } = application;
  return (
    <DecisionCard
      title={application.CompanyName}
      about={`Sent ${formatDateTime(application.Created)}`}
      asked={application}
      onDecide={(accept) => onAction({ kind: accept ? "accept" : "decline", application })}
      message={application.Message}
      facts={[
        { label: "Contact", value: application.ContactName },
        { label: "Email", value: application.Email },
        { label: "Telephone", value: application.Telephone },
        { label: "Country", value: countries[application.Country] },
        { label: "VAT number", value: application.VatNumber ?? "Not given" },
      ]}
    >
      {Invitation && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
          <div className="grid min-w-0 gap-0.5">
            <InvitationState invitation={Invitation} />
            <p className="text-sm text-muted wrap-anywhere">
              {Invitation.State === "Accepted" ? "Signs in as" : "Invitation to"} {Invitation.Email}
            </p>
          </div>
          {Invitation.State !== "Accepted" && (
            <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
              {Invitation.State !== "Withdrawn" && (
                <Button variant="outlineDanger" onClick={() => onAction({ kind: "withdraw", application })}>
                  Withdraw
                </Button>
              )}
              <Button onClick={() => onAction({ kind: "invite", application })}>Resend</Button>
            </div>
          )}
        </div>
      )}
    </DecisionCard>
  );
}
