import type { FormField, FormShape, FormValue, FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { useState } from "react";
import { SchemaForm } from "../../shared/schema/schema-form.tsx";
import { Specimen, Specimens } from "./specimen.tsx";

const field = (kind: FormField["kind"], name: string, label: string, rest: Partial<FormField> = {}): FormField => ({
  name,
  label,
  kind,
  whenEmpty: "judge",
  pattern: null,
  patternMessage: null,
  requiredValue: null,
  help: null,
  note: null,
  ...rest,
});

const questions: FormShape = {
  fields: [
    field("text", "Domain", "Mail domain", {
      help: "The part behind the @.",
      note: "Mail goes through the service then.",
    }),
    field("text", "Reports", "Reports to", { whenEmpty: "accept" }),
    field("password", "Secret", "Console password"),
  ],
  dependencies: [],
};

const popup: FormShape = {
  fields: [
    field("heading", "Head", "Who hears about the backups"),
    field("display", "Customer", "Customer"),
    field("html", "About", "<p>Acronis sends <strong>reports and alerts</strong> to this address.</p>"),
    field("checkbox", "Own", "Write to the customer's own contact"),
    field("text", "Name", "Name"),
    field("email", "Mail", "Email"),
    field("number", "Days", "Days kept"),
  ],
  dependencies: [
    { on: "Own", equals: true, field: "Name", effect: "disable" },
    { on: "Own", equals: true, field: "Mail", effect: "hide" },
  ],
};

/** Shows forms that the server describes: every kind of field, dependent fields, errors, and sending. */
export function FormsGallery() {
  const [values, setValues] = useState<FormValues>({ Customer: "Acme Dental", Name: "Priya Shah" });
  const change = (name: string, value: FormValue) => setValues({ ...values, [name]: value });
  return (
    <Specimens>
      <Specimen name="Dynamic form">
        <SchemaForm shape={questions} values={values} problems={{}} onValue={change} />
      </Specimen>
      <Specimen name="Form of a popup">
        <SchemaForm shape={popup} values={values} problems={{}} onValue={change} />
      </Specimen>
      <Specimen name="With faults">
        <SchemaForm
          shape={questions}
          values={{ Reports: "x" }}
          problems={{ Domain: "This is a mandatory field", Reports: "Must be a valid email address" }}
          onValue={() => {}}
        />
      </Specimen>
      <Specimen name="While it is sent">
        <SchemaForm shape={popup} values={values} problems={{}} onValue={() => {}} disabled />
      </Specimen>
    </Specimens>
  );
}
