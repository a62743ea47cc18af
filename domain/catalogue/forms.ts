/** Forms that the server describes: which fields show, and whether what was typed will do. Both sides call this. */
import { messages } from "../values/field-messages.ts";
import { matches as fits } from "../values/patterns.ts";

export type FormValue = string | number | boolean | null;
export type FormValues = Readonly<Record<string, FormValue>>;

export const inputKinds = ["text", "password", "number", "email", "checkbox"] as const;
export type FieldKind = (typeof inputKinds)[number] | "heading" | "display" | "html";

export type FormField = {
  name: string;
  label: string;
  kind: FieldKind;
  /** Nothing typed is refused, taken, or judged by the pattern like any other text. */
  whenEmpty: "refuse" | "accept" | "judge";
  /** Must match the whole text. */
  pattern: string | null;
  patternMessage: string | null;
  /** The value it must have; null where any will do. */
  requiredValue: FormValue;
  /** Shown behind a mark beside the label. */
  help: string | null;
  /** Shown below the field. */
  note: string | null;
};

/** `field` hides or cannot be changed while `on` has the value. */
export type Dependency = { on: string; equals: FormValue; field: string; effect: "hide" | "disable" };
export type FormShape = { fields: readonly FormField[]; dependencies: readonly Dependency[] };

/** Whether a whole text matches a pattern, in time linear to the text. */
export type Matches = (pattern: string, text: string) => boolean;

export const isInput = ({ kind }: FormField): boolean => (inputKinds as readonly string[]).includes(kind);

/** What a field keeps when its owner submits: a tick that is only asked for, such as "I agree", is not kept. */
export const isKept = (field: FormField): boolean => isInput(field) && field.requiredValue === null;

/** A value as its field means it: typed digits become a number, no answer to a tick is no. */
export function valueOf(field: FormField, value: FormValue | undefined): FormValue {
  if (field.kind === "checkbox") return value === true || value === "true";
  if (field.kind === "number") {
    const text = String(value ?? "").trim();
    const number = Number(text);
    return text === "" ? null : Number.isFinite(number) ? number : text;
  }
  return value === null || value === undefined ? "" : String(value).trim();
}

/** Fields that the values hide, or make unchangeable. */
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

/** One message per field that will not do. What is hidden is not asked. */
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
  if (text === "" && field.whenEmpty !== "judge") return field.whenEmpty === "refuse" ? messages.mandatory : undefined;
  if (field.kind === "number" && typeof value === "string") return field.patternMessage ?? messages.pattern;
  if (field.kind === "email" && text !== "" && !fits("email", text)) return messages.email;
  if (field.pattern !== null && !matches(field.pattern, text)) return field.patternMessage ?? messages.pattern;
  return undefined;
}

/** What is sent: what shows and can be typed into, as its field means it. */
export function answersOf(form: FormShape, values: FormValues): Record<string, FormValue> {
  const hidden = affected(form, values, "hide");
  return Object.fromEntries(
    form.fields
      .filter((field) => isInput(field) && !hidden.has(field.name))
      .map((field) => [field.name, valueOf(field, values[field.name])]),
  );
}

/** Why a form cannot be kept, as a sentence; undefined when it can. `patternFault` says what is wrong with a pattern. */
export function shapeFault(form: FormShape, patternFault: (pattern: string) => string | undefined): string | undefined {
  const names = form.fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `The field ${twice} stands there twice.`;
  for (const { name, pattern } of form.fields) {
    const fault = pattern === null ? undefined : patternFault(pattern);
    if (fault) return `The pattern of ${name} cannot be used: ${fault}`;
  }
  const stray = form.dependencies.find(({ on, field }) => !names.includes(on) || !names.includes(field));
  return stray && `A dependency names ${names.includes(stray.on) ? stray.field : stray.on}, which is no field.`;
}

const segment = /^[A-Za-z0-9_~-][A-Za-z0-9_.~+-]*$/;

/** Whether an address that the server sent is one of its own calls: relative to this origin, and below `/api/`. */
export function isApiPath(path: string): boolean {
  const [api, ...segments] = path.split("/").slice(1);
  return path.startsWith("/") && api === "api" && segments.length > 0 && segments.every((each) => segment.test(each));
}
