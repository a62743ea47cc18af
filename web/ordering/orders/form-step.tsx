import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { SchemaForm } from "../../shared/schema/schema-form.tsx";
import { dynamicFormQuery } from "../forms/forms.queries.ts";
import type { Answers } from "./journey-answers.ts";

type Props = {
  formId: string;
  answers: Answers;
  problems: Readonly<Record<string, string>>;
  onAnswers: (answers: Answers) => void;
  /** Drawn inside of something that has an edge. */
  bare?: boolean;
};

/** Asks the product's own questions in a dynamic form. Shows an error once its field was left, and all at Next. */
export function FormStep({ formId, answers, problems, onAnswers, bare }: Props) {
  const { data, error, refetch } = useQuery(dynamicFormQuery(formId));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} tight />;
  if (!data)
    return (
      <Card>
        <div role="status" className="grid gap-4 pt-2">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      </Card>
    );
  const faults = Object.entries(data.faults(answers.form)).filter(([name]) => touched.has(name));
  const form = (
    <div className="max-w-xl">
      <SchemaForm
        shape={data.shape}
        values={answers.form}
        problems={{ ...problems, ...Object.fromEntries(faults) }}
        onValue={(name, value) => onAnswers({ ...answers, form: { ...answers.form, [name]: value } })}
        onTouched={(name) => setTouched((before) => new Set([...before, name]))}
      />
    </div>
  );
  return bare ? form : <Card>{form}</Card>;
}
