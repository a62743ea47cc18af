import { shapeOfSchema } from "@tradewind/contract/catalogue/form-wire.ts";
import {
  popupData,
  popupSchema,
  type PopupData,
  type PopupModel,
  type PopupSchema,
} from "@tradewind/contract/catalogue/forms.ts";
import { answersOf } from "@tradewind/domain/catalogue/forms.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useMemo, useRef, useState } from "react";
import * as z from "zod/mini";
import { asApiError, type ApiError } from "../../platform/api-error.ts";
import { callServed } from "../../platform/served-calls.ts";
import { usePublish } from "../../platform/update-events.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, TaskDialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { QueryError } from "../query-error.tsx";
import { SchemaForm } from "./schema-form.tsx";
import { useSchemaForm } from "./use-schema-form.ts";

type Props = {
  model: PopupModel;
  /** The verb with its object, for the submit button. */
  action: string;
  onClose: () => void;
};

/** Shows a popup that the server describes: fetches its fields and values, and sends the answers where it says. */
export function SchemaPopup({ model, action, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ["popup", model.ApiGetSchemaPath, model.ApiGetDataPath],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const [schema, values] = await Promise.all([
        model.Schema ?? callServed("GET", model.ApiGetSchemaPath, popupSchema, { signal }).then(({ result }) => result),
        model.Data ?? callServed("GET", model.ApiGetDataPath, popupData, { signal }).then(({ result }) => result),
      ]);
      return { schema, values };
    },
  });
  if (data) return <PopupForm {...data} {...{ model, action, onClose }} />;
  return (
    <Dialog title={model.Title} onClose={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
      {error ? (
        <QueryError error={error} onRetry={() => void refetch()} tight />
      ) : (
        <div role="status" className="grid gap-4">
          <span className="sr-only">Loading</span>
          <Skeleton className="w-40" />
          <Skeleton className="h-9" />
          <Skeleton className="w-32" />
          <Skeleton className="h-9" />
        </div>
      )}
    </Dialog>
  );
}

function PopupForm({ schema, values, model, action, onClose }: Props & { schema: PopupSchema; values: PopupData }) {
  const id = useId();
  const shape = useMemo(() => shapeOfSchema(schema), [schema]);
  const [touched] = useState(() => schema.Items.filter((item) => !item.Untouched).map((item) => item.DataItem));
  const form = useSchemaForm(shape, values, touched);
  const publish = usePublish();
  const key = useRef<string>(undefined);
  const [confirmation, setConfirmation] = useState<readonly string[]>();

  const submit = useMutation<readonly string[], ApiError>({
    meta: { shown: true },
    mutationFn: async () => {
      key.current ??= crypto.randomUUID();
      const method = model.ApiSubmitRequestMethod.toUpperCase() as "POST" | "PUT" | "DELETE";
      const body = answersOf(shape, form.values);
      return (await callServed(method, model.ApiSubmitPath, z.unknown(), { body, idempotencyKey: key.current }))
        .messages;
    },
    onSuccess: (messages) => {
      publish(schema.UpdateEvent);
      const said = messages.filter((message) => message !== "");
      if (said.length > 0) setConfirmation(said);
      else onClose();
    },
    onError: (error) => {
      const { status, fields } = asApiError(error);
      // Only a definite answer ends the key: after a lost one, sending again must not act twice.
      if (status !== 0 && status < 500) key.current = undefined;
      form.refuse(fields);
    },
  });

  if (confirmation)
    return (
      <Dialog
        title={model.Title}
        size="small"
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <Alert type="success" live>
          {confirmation.join(" ")}
        </Alert>
      </Dialog>
    );
  const known = shape.fields.map(({ name }) => name);
  const failure = submit.error && asApiError(submit.error);
  return (
    <TaskDialog
      title={model.Title}
      onClose={onClose}
      action={submit.isPending ? "Processing" : action}
      danger={model.ApiSubmitRequestMethod === "delete"}
      form={id}
      busy={submit.isPending}
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (form.check() && !submit.isPending) submit.mutate();
        }}
      >
        {failure && (
          <Alert type="error" title="This was not saved" live>
            {Object.keys(failure.fields).some((name) => known.includes(name))
              ? "Please correct the marked fields below and try again."
              : failure.message}
            {failure.reference && <span className="text-muted"> Reference {failure.reference}</span>}
          </Alert>
        )}
        <SchemaForm
          shape={shape}
          values={form.values}
          problems={form.problems}
          onValue={form.change}
          onTouched={form.touch}
          disabled={submit.isPending}
        />
      </form>
    </TaskDialog>
  );
}
