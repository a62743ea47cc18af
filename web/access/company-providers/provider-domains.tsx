import { companyProvider, type CompanyProviderSettings } from "@tradewind/contract/access/company-providers.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Card } from "../../ui/page.tsx";
import { Alert } from "../../ui/alert.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { companyProviderQuery } from "./company-providers.queries.ts";
import { useProven } from "../../shared/use-proven.tsx";

type Props = { settings: CompanyProviderSettings };

/** The mail domains that the provider speaks for, each proven by a DNS record or approved by the operator. */
export function ProviderDomains({ settings: { Domains, MayChange } }: Props) {
  const queries = useQueryClient();
  const onDone = (saved: CompanyProviderSettings) => queries.setQueryData(companyProviderQuery.queryKey, saved);
  const [send, dialog] = useProven();
  const [typed, setTyped] = useState("");
  const add = useWrite(companyProvider.addDomain, {
    shown: true,
    onDone: (saved, { body }) => {
      onDone(saved);
      setTyped((now) => (now === body.Domain ? "" : now));
    },
  });
  const prove = useWrite(companyProvider.proveDomain, { shown: true, onDone });
  const remove = useWrite(companyProvider.removeDomain, { shown: true, onDone });
  const refusedField = add.error?.fields["Domain"];
  const failed = [prove.error, remove.error, refusedField ? null : add.error].find(
    (error) => error && error.code !== "confirmFirst",
  );
  return (
    <Card title="Domains" about="The part after the @ in your people’s usernames">
      <div className="grid gap-4 pt-2">
        {failed && (
          <Alert type="error" live>
            {failed.message}
          </Alert>
        )}
        {Domains.length > 0 && (
          <ul className="grid gap-4">
            {Domains.map(({ Domain, RecordName, RecordText, ProvenAt, ApprovedBy }) => {
              const params = { providerDomain: Domain };
              return (
                <li key={Domain} className="grid gap-2 border-b border-line pb-4 last:border-0 last:pb-0">
                  <div className="flex flex-wrap items-center justify-between gap-3">
                    <span className="grid min-w-0 flex-1 basis-48 gap-0.5 wrap-anywhere">
                      <span className="font-medium">{Domain}</span>
                      <StatusDot tone={ProvenAt ? "success" : "warning"}>
                        {ProvenAt ? (ApprovedBy ? "Approved" : "Proven") : "Waiting for its record"}
                      </StatusDot>
                      {ProvenAt && (
                        <span className="text-sm text-muted">
                          {formatDateTime(ProvenAt)}
                          {ApprovedBy && ` by ${ApprovedBy}`}
                        </span>
                      )}
                    </span>
                    {MayChange && (
                      <span className="flex flex-wrap gap-2">
                        {!ProvenAt && (
                          <Button
                            busy={prove.isPending}
                            onClick={() =>
                              void send({
                                title: `Prove ${Domain}`,
                                action: "Look for the record",
                                send: () => prove.mutateAsync({ params }),
                              })
                            }
                          >
                            Look for the record
                          </Button>
                        )}
                        <Button
                          variant="outlineDanger"
                          onClick={() =>
                            void send({
                              title: `Remove ${Domain}`,
                              action: "Remove",
                              loss: ProvenAt
                                ? "People with usernames at this domain can no longer sign in at your provider. To have it back, it must be proven again."
                                : "It is no longer claimed for your company.",
                              send: () => remove.mutateAsync({ params }),
                            })
                          }
                        >
                          Remove<span className="sr-only"> {Domain}</span>
                        </Button>
                      </span>
                    )}
                  </div>
                  {!ProvenAt && (
                    <div className="grid gap-1 text-sm">
                      <p className="text-muted">
                        Publish this TXT record in the domain’s DNS, or ask us to approve the domain.
                      </p>
                      <dl className="grid gap-2">
                        {[
                          { part: "Name", text: RecordName },
                          { part: "Value", text: RecordText },
                        ].map(({ part, text }) => (
                          <div key={part} className="grid">
                            <dt className="font-medium">{part}</dt>
                            <dd className="flex flex-wrap items-center gap-2">
                              <code className="min-w-0 wrap-anywhere">{text}</code>
                              <CopyButton
                                text={text}
                                label={
                                  <>
                                    Copy<span className="sr-only"> {part.toLowerCase()}</span>
                                  </>
                                }
                              />
                            </dd>
                          </div>
                        ))}
                      </dl>
                    </div>
                  )}
                </li>
              );
            })}
          </ul>
        )}
        {!MayChange && Domains.length === 0 && <p className="text-muted">No domains yet.</p>}
        {MayChange && (
          <form
            noValidate
            className="flex flex-wrap items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              void send({
                title: "Add a domain",
                action: "Add domain",
                send: () => add.mutateAsync({ body: { Domain: typed } }),
              });
            }}
          >
            <div className="min-w-0 grow">
              <TextField
                label={Domains.length > 0 ? "Another domain" : "Domain"}
                value={typed}
                error={refusedField}
                onChange={({ target }) => setTyped(target.value)}
              />
            </div>
            <Button type="submit" busy={add.isPending}>
              Add domain
            </Button>
          </form>
        )}
      </div>
      {dialog}
    </Card>
  );
}
