import type { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import type { Customer } from "@tradewind/contract/customers/customers.ts";
import { customerDetails, detailsIn, eachDetail, organisationTypes } from "@tradewind/domain/customers/customers.ts";
import { countries } from "@tradewind/domain/values/countries.ts";
import { helperMessage } from "@tradewind/domain/values/field-messages.ts";
import type { DefaultValues, FieldErrors, Path, UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import { t } from "../../platform/translate.ts";
import { Select } from "../../ui/choice.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/text-field.tsx";

type Body = NonNullable<typeof customerForms.add.body>;
export type CustomerValues = z.input<Body>;
export type CustomerForm = UseFormReturn<CustomerValues, unknown, z.output<Body>>;

export const customerLabels = {
  name: "Name",
  organisationTypes: "Organisation type",
  Country: "Country",
  ...eachDetail((name) => customerDetails[name].label),
} as const satisfies Record<keyof CustomerValues, string>;

export const customerDefaults = (customer?: Customer, country = "GB"): DefaultValues<CustomerValues> => ({
  name: customer?.Name ?? "",
  organisationTypes: [customer?.OrganisationType ?? "Commercial"],
  Country: (customer?.Country ?? country) === "IE" ? "IE" : "GB",
  ...eachDetail((name) => customer?.[name] ?? null),
});

const inputs = {
  text: {},
  postcode: {},
  person: {},
  domain: { hint: "For example acme.co.uk", inputMode: "url" },
  email: { type: "email" },
  telephone: { type: "tel" },
} as const;
const emptyIsNone = (text: unknown) => (text === "" || text === undefined ? null : text);

/** The fields for adding and editing a customer. */
export function CustomerFields({ form }: { form: CustomerForm }) {
  const { errors } = form.formState;
  const fieldsOf = (part: Parameters<typeof detailsIn>[0]) =>
    detailsIn(part).map((name) => (
      <TextField
        key={name}
        {...form.register(name, { setValueAs: emptyIsNone })}
        label={customerLabels[name]}
        error={messageOf(errors, name)}
        optional
        autoComplete="off"
        {...inputs[customerDetails[name].kind]}
      />
    ));
  return (
    <div className="grid gap-6">
      {errors.root && (
        <Alert type="error" live>
          {errors.root.message}
        </Alert>
      )}
      <FieldsToCorrect form={form} />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          {...form.register("name")}
          label={customerLabels.name}
          error={messageOf(errors, "name")}
          className="md:col-span-2"
          autoComplete="off"
          autoFocus
        />
        <Select
          {...form.register("organisationTypes", {
            setValueAs: (value: unknown) => (Array.isArray(value) ? value : value ? [value] : []),
          })}
          label={customerLabels.organisationTypes}
          error={messageOf(errors, "organisationTypes")}
          choices={organisationTypes.map((type) => ({ value: type, label: type }))}
        />
        {fieldsOf("organisation")}
      </div>
      <fieldset className="grid gap-4 md:grid-cols-2">
        <legend className="mb-3 font-semibold">Address</legend>
        {fieldsOf("address")}
        <Select
          {...form.register("Country")}
          label={customerLabels.Country}
          error={messageOf(errors, "Country")}
          choices={Object.entries(countries).map(([value, label]) => ({ value, label }))}
        />
      </fieldset>
      <fieldset className="grid gap-4 md:grid-cols-2">
        <legend className="mb-3 font-semibold">Contact</legend>
        {fieldsOf("contact")}
      </fieldset>
    </div>
  );
}

/** Lists, once the form was sent, every field that is still to be corrected (FORM-10, FORM-11). */
function FieldsToCorrect({ form }: { form: CustomerForm }) {
  const { errors, submitCount } = form.formState;
  const names = (Object.keys(customerLabels) as (keyof CustomerValues)[]).filter(
    (name) => errors[name] && errors[name].type !== "server",
  );
  if (submitCount === 0 || names.length === 0) return null;
  return (
    <Alert type="error" title={t("ADD_CUSTOMER.ERROR_MESSAGE")}>
      <ul>
        {names.map((name) => (
          <li key={name}>{helperMessage(customerLabels[name], String(form.getValues(name) ?? ""))}</li>
        ))}
      </ul>
    </Alert>
  );
}

function messageOf(errors: FieldErrors<CustomerValues>, name: Path<CustomerValues>): string | undefined {
  const error = errors[name as keyof CustomerValues] as { message?: string; root?: { message?: string } } | undefined;
  return error?.message ?? error?.root?.message;
}
