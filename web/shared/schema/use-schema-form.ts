import { faultsOf, type FormShape, type FormValue, type FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { useState } from "react";
import { matchesLinearly } from "./linear-pattern.ts";

/** Tracks values and errors: validates every change, shows an error once its field was touched, and all on submit. */
export function useSchemaForm(shape: FormShape, start: FormValues, touchedFromStart: readonly string[] = []) {
  const [values, setValues] = useState<FormValues>(start);
  const [touched, setTouched] = useState<ReadonlySet<string>>(() => new Set(touchedFromStart));
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const faults = faultsOf(shape, values, matchesLinearly);
  const shown = Object.fromEntries(Object.entries(faults).filter(([name]) => touched.has(name)));
  const touch = (...names: string[]) => setTouched((before) => new Set([...before, ...names]));
  return {
    values,
    valid: Object.keys(faults).length === 0,
    /** The server's messages win over ours. */
    problems: { ...shown, ...refused },
    change(name: string, value: FormValue) {
      setValues((before) => ({ ...before, [name]: value }));
      setRefused(({ [name]: _gone, ...others }) => others);
      touch(name);
    },
    touch,
    refuse: setRefused,
    /** Returns true if the form may be sent; otherwise shows all errors. */
    check(): boolean {
      touch(...shape.fields.map(({ name }) => name));
      return Object.keys(faults).length === 0;
    },
  };
}
