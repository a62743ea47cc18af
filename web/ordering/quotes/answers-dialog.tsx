import type { QuoteOrder } from "@tradewind/contract/ordering/quotes.ts";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { defaultsOf, faultsOfFields, sentAnswers, type FieldValue } from "../../shared/field-answers.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { SchemaForm } from "../../shared/schema/schema-form.tsx";
import { StepFields } from "../../shared/step-fields.tsx";
import { dynamicFormQuery } from "../forms/forms.queries.ts";
import { questionsQuery } from "./quotes.queries.ts";

type Answers = Record<string, FieldValue>;
type Props = {
  title: string;
  action: string;
  order: Pick<QuoteOrder, "CustomerId" | "CustomerName" | "ProductId" | "ProductName" | "Reason">;
  given: Readonly<Answers>;
  busy?: boolean;
  error?: { message: string } | null;
  onAnswers: (answers: Answers) => void;
  onClose: () => void;
};

/** Asks what must be answered before a product of a quote can be ordered. */
export function AnswersDialog({ title, action, order, given: before, busy = false, error, onAnswers, onClose }: Props) {
  const asked = useQuery(questionsQuery({ CustomerId: order.CustomerId, ProductId: order.ProductId }));
  const steps = asked.data?.Steps ?? [];
  const forms = useQueries({ queries: steps.flatMap(({ FormId }) => (FormId ? [dynamicFormQuery(FormId)] : [])) });
  const [given, setGiven] = useState<Answers>({});
  const [tried, setTried] = useState(false);
  const fields = steps.filter(({ Hidden }) => !Hidden).flatMap(({ Fields }) => Fields);
  const values = { ...defaultsOf(fields), ...before, ...given };
  const faults = {
    ...faultsOfFields(fields, values),
    ...Object.assign({}, ...forms.map(({ data }) => data?.faults(values) ?? {})),
  } as Record<string, string>;
  const problems = tried ? faults : {};
  const set = (name: string, value: FieldValue) => setGiven((all) => ({ ...all, [name]: value }));
  const send = () => {
    setTried(true);
    if (Object.keys(faults).length > 0) return;
    const ofForms = forms.flatMap(({ data }) => data?.shape.fields ?? []).map(({ name }) => name);
    onAnswers({
      ...sentAnswers(fields, values),
      ...Object.fromEntries(ofForms.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))),
    });
  };
  return (
    <TaskDialog
      title={title}
      subtitle={`${order.ProductName} for ${order.CustomerName}`}
      action={action}
      busy={busy}
      disabled={!asked.data || forms.some(({ data }) => !data)}
      onConfirm={send}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {error && (
          <Alert type="error" live>
            {error.message}
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
