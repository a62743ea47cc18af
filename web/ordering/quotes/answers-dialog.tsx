import { quotes, type Quote, type QuoteOrder } from "@tradewind/contract/ordering/quotes.ts";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { useWrite } from "../../platform/queries.ts";
import { defaultsOf, faultsOfFields, sentAnswers, type FieldValue } from "../../shared/field-answers.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { SchemaForm } from "../../shared/schema/schema-form.tsx";
import { StepFields } from "../../shared/step-fields.tsx";
import { dynamicFormQuery } from "../forms/forms.queries.ts";
import { questionsQuery } from "./quotes.queries.ts";

type Props = { quote: Quote; order: QuoteOrder; onClose: () => void };

/** Asks what is missing before an order of a quote is placed again. */
export function AnswersDialog({ quote, order, onClose }: Props) {
  const asked = useQuery(questionsQuery({ CustomerId: order.CustomerId, ProductId: order.ProductId }));
  const steps = asked.data?.Steps ?? [];
  const forms = useQueries({ queries: steps.flatMap(({ FormId }) => (FormId ? [dynamicFormQuery(FormId)] : [])) });
  const [given, setGiven] = useState<Record<string, FieldValue>>({});
  const [tried, setTried] = useState(false);
  const retry = useWrite(quotes.retry, { refreshes: ["quotes"], shown: true, onDone: onClose });
  const fields = steps.filter(({ Hidden }) => !Hidden).flatMap(({ Fields }) => Fields);
  const values = { ...defaultsOf(fields), ...order.Details, ...given };
  const faults = {
    ...faultsOfFields(fields, values),
    ...Object.assign({}, ...forms.map(({ data }) => data?.faults(values) ?? {})),
  } as Record<string, string>;
  const problems = tried ? faults : {};
  const set = (name: string, value: FieldValue) => setGiven((before) => ({ ...before, [name]: value }));
  const send = () => {
    setTried(true);
    if (Object.keys(faults).length > 0) return;
    const ofForms = forms.flatMap(({ data }) => data?.shape.fields ?? []).map(({ name }) => name);
    const Details = {
      ...sentAnswers(fields, values),
      ...Object.fromEntries(ofForms.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))),
    };
    retry.mutate({ params: { quoteId: quote.Id, position: String(order.Position) }, body: { Details } });
  };
  return (
    <TaskDialog
      title="Order again"
      subtitle={`${order.ProductName} for ${order.CustomerName}`}
      action="Order at the quoted price"
      busy={retry.isPending}
      disabled={!asked.data || forms.some(({ data }) => !data)}
      onConfirm={send}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {retry.error && (
          <Alert type="error" live>
            {retry.error.message}
          </Alert>
        )}
        {order.Reason && <Alert type="warning">{order.Reason}</Alert>}
        {asked.error && <QueryError tight error={asked.error} onRetry={() => void asked.refetch()} />}
        {asked.isPending && <Skeleton className="h-24" />}
        {fields.length > 0 && <StepFields fields={fields} values={values} problems={problems} onValue={set} />}
        {forms.map(
          ({ data }, at) =>
            data && (
              <SchemaForm
                key={at}
                shape={data.shape}
                values={values}
                problems={problems}
                onValue={set}
                onTouched={() => undefined}
              />
            ),
        )}
      </div>
    </TaskDialog>
  );
}
