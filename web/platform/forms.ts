import { fieldMessage } from "@tradewind/contract/validation.ts";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError } from "./api-error.ts";
import { afterPress } from "./press.ts";

type BodySchema = z.ZodMiniType<FieldValues, FieldValues>;
type Labels = Readonly<Record<string, string>>;

/** Validates a form against the endpoint's body schema, with messages that name the field by its label. */
export function bodyResolver<Body extends BodySchema>(
  body: Body,
  labels: Labels,
): Resolver<z.input<Body>, unknown, z.output<Body>> {
  const check: Resolver<z.input<Body>, unknown, z.output<Body>> = standardSchemaResolver(body);
  return async (values, context, options) => {
    const outcome = await check(values, context, options);
    for (const [name, error] of Object.entries(outcome.errors)) {
      const fault = error as { message?: string };
      if (fault.message) fault.message = fieldMessage(fault.message, labels[name] ?? name);
    }
    return outcome;
  };
}

/** Creates a form for a body of the contract. `labels` are keyed by wire name and match those shown. */
export function useBodyForm<Body extends BodySchema>(
  body: Body,
  { labels, defaults }: { labels: Labels; defaults: DefaultValues<z.input<Body>> },
) {
  const form = useForm<z.input<Body>, unknown, z.output<Body>>({
    resolver: bodyResolver(body, labels),
    defaultValues: defaults,
    mode: "onTouched",
  });
  const register: typeof form.register = (...given) => {
    const field = form.register(...given);
    return { ...field, onBlur: async (event) => afterPress(() => field.onBlur(event)) };
  };
  return { ...form, register };
}

/** Shows a refusal on the fields it concerns, and the rest below the form (`errors.root`). */
export function showRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "getValues" | "setError">,
  error: unknown,
): void {
  if (!(error instanceof ApiError)) throw error;
  const known = Object.keys(form.getValues());
  const placed = Object.entries(error.fields).filter(([name]) => known.includes(name));
  for (const [at, [name, message]] of placed.entries())
    form.setError(name as Path<Values>, { type: "server", message }, { shouldFocus: at === 0 });
  if (placed.length === 0)
    form.setError("root", {
      type: "server",
      message: error.message + (error.reference ? ` (reference ${error.reference})` : ""),
    });
}
