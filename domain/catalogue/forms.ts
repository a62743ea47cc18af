/** Forms described by the server: decides which fields are shown and validates their values, on both sides. */
import { formatDate } from "../values/date-formats.ts";
import { isCalendarDate } from "../values/dates.ts";
import { messages } from "../values/field-messages.ts";
import { matches as fits, turnsText } from "../values/patterns.ts";

export type FormValue = string | number | boolean | null;
export type FormValues = Readonly<Record<string, FormValue>>;

export const inputKinds = ["text", "password", "number", "email", "checkbox", "date", "select"] as const;
export type FieldKind = (typeof inputKinds)[number] | "heading" | "display" | "html";

export type FormField = {
  name: string;
  label: string;
  kind: FieldKind;
  /** Whether an empty value is refused, accepted, or matched against the pattern like any other text. */
  whenEmpty: "refuse" | "accept" | "judge";
  /** The message where an empty value is refused, if not the usual one. */
  emptyMessage?: string;
  maxLength?: number | null;
  /** The first and the last day of a date; without them it lies in this century. */
  earliest?: string | undefined;
  latest?: string | undefined;
  /** The values to choose from. */
  options?: readonly { value: string; label: string }[];
  /** What it holds until somebody answers it. */
  start?: string | null;
  /** Must match the whole text. */
  pattern: string | null;
  patternMessage: string | null;
  /** The value it must have; null if any value will do. */
  requiredValue: FormValue;
  /** Shown behind an icon next to the label. */
  help: string | null;
  /** Shown below the field. */
  note: string | null;
};

/** Hides or disables `field` while `on` has the given value. */
export type Dependency = { on: string; equals: FormValue; field: string; effect: "hide" | "disable" };
export type FormShape = { fields: readonly FormField[]; dependencies: readonly Dependency[] };

/** Matches the whole text against a pattern in linear time. */
export type Matches = (pattern: string, text: string) => boolean;

export const isInput = ({ kind }: FormField): boolean => (inputKinds as readonly string[]).includes(kind);

/** Whether a field's value is stored on submit; a checkbox that merely has to be ticked, such as "I agree", is not. */
export const isKept = (field: FormField): boolean => isInput(field) && field.requiredValue === null;

/** Reads a number as people write it, if it is held without rounding; `1e3` and what else is no number stay as written. */
export const numberOf = (text: string): number | string =>
  /^-?\d+(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= 1e15 ? Number(text) : text;

/** Converts a value to its field's type: typed digits become a number, an unset checkbox becomes false. */
export function valueOf(field: FormField, value: FormValue | undefined): FormValue {
  if (field.kind === "checkbox") return value === true || value === "true";
  if (field.kind === "number") {
    const text = String(value ?? "").trim();
    return text === "" ? null : numberOf(text);
  }
  return value === null || value === undefined ? "" : String(value).trim();
}

/** Returns the fields that the present values hide or disable. */
export function affected(form: FormShape, values: FormValues, effect: Dependency["effect"]): ReadonlySet<string> {
  const fields = new Map(form.fields.map((field) => [field.name, field]));
  const now = (name: string, value: FormValue | undefined) => {
    const field = fields.get(name);
    return field ? valueOf(field, value) : value;
  };
  return new Set(
    form.dependencies
      .filter((each) => each.effect === effect && now(each.on, values[each.on]) === now(each.on, each.equals))
      .map((each) => each.field),
  );
}

/** Returns one message per invalid field. Hidden fields are not checked. */
export function faultsOf(form: FormShape, values: FormValues, matches: Matches): Record<string, string> {
  const hidden = affected(form, values, "hide");
  return Object.fromEntries(
    form.fields
      .filter((field) => isInput(field) && !hidden.has(field.name))
      .flatMap((field) => {
        const fault = faultOf(field, valueOf(field, values[field.name]), matches);
        return fault === undefined ? [] : [[field.name, fault]];
      }),
  );
}

function faultOf(field: FormField, value: FormValue, matches: Matches): string | undefined {
  const text = value === null ? "" : String(value);
  if (field.requiredValue !== null && value !== valueOf(field, field.requiredValue))
    return field.patternMessage ?? (field.kind === "checkbox" ? messages.checkbox : messages.pattern);
  if (text === "" && field.whenEmpty !== "judge")
    return field.whenEmpty === "refuse" ? (field.emptyMessage ?? messages.mandatory) : undefined;
  if (turnsText(text)) return messages.turned;
  if (field.maxLength && text.length > field.maxLength) return messages.maximumLength(field.maxLength);
  if (field.kind === "number" && typeof value === "string") return field.patternMessage ?? messages.pattern;
  if (field.kind === "email" && text !== "" && !fits("email", text)) return messages.email;
  if (field.kind === "date") {
    if (!isCalendarDate(text)) return messages.pattern;
    const [earliest, latest] = [field.earliest ?? "2000-01-01", field.latest ?? "2099-12-31"];
    if (text < earliest || text > latest) return messages.dayWithin(formatDate(earliest), formatDate(latest));
  }
  if (field.options && !field.options.some(({ value: offered }) => offered === text)) return messages.notOffered;
  if (field.pattern !== null && !matches(field.pattern, text)) return field.patternMessage ?? messages.pattern;
  return undefined;
}

/** Returns a message for each value that belongs to no field of the form. */
export function strangersOf(form: FormShape, values: FormValues): Record<string, string> {
  const names = new Set(form.fields.filter(isInput).map(({ name }) => name));
  const strangers = Object.keys(values).filter((name) => !names.has(name));
  return Object.fromEntries(strangers.map((name) => [name, messages.unknownField]));
}

/** Returns the answers to keep with an order: those given, in the type of their field. */
export const detailsOf = (form: FormShape, values: FormValues): Record<string, FormValue> =>
  Object.fromEntries(
    Object.entries(answersOf(form, values)).filter(([name, value]) => name in values && value !== "" && value !== null),
  );

/** Returns the answers with what the fields without one hold from the start. */
export const withStarts = (form: FormShape, values: FormValues): FormValues => ({
  ...Object.fromEntries(form.fields.flatMap(({ name, start }) => (start ? [[name, start]] : []))),
  ...values,
});

/** Returns the values to submit: those of visible, enabled fields, converted to the field's type. */
export function answersOf(form: FormShape, values: FormValues): Record<string, FormValue> {
  const hidden = affected(form, values, "hide");
  return Object.fromEntries(
    form.fields
      .filter((field) => isInput(field) && !hidden.has(field.name))
      .map((field) => [field.name, valueOf(field, values[field.name])]),
  );
}

/**
 * Returns why a form definition is invalid, as a sentence; undefined if it is valid. `patternFault` does the same for a
 * pattern.
 */
export function shapeFault(form: FormShape, patternFault: (pattern: string) => string | undefined): string | undefined {
  const names = form.fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `The field ${twice} is listed twice.`;
  for (const { name, pattern } of form.fields) {
    const fault = pattern === null ? undefined : patternFault(pattern);
    if (fault) return `The pattern of ${name} cannot be used: ${fault}`;
  }
  const stray = form.dependencies.find(({ on, field }) => !names.includes(on) || !names.includes(field));
  return stray && `A dependency names ${names.includes(stray.on) ? stray.field : stray.on}, which is no field.`;
}

const segment = /^[A-Za-z0-9_~-][A-Za-z0-9_.~+-]*$/;

/** Whether a path sent by the server is one of its own calls: relative to this origin, and below `/api/`. */
export function isApiPath(path: string): boolean {
  const [api, ...segments] = path.split("/").slice(1);
  return path.startsWith("/") && api === "api" && segments.length > 0 && segments.every((each) => segment.test(each));
}
