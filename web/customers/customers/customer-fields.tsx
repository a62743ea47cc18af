import type { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { organisationTypes, type Customer } from "@tradewind/contract/customers/customers.ts";
import type { DefaultValues, FieldErrors, Path, UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import { Select } from "../../ui/choice.tsx";
import { Alert } from "../../ui/status.tsx";
import { TextField } from "../../ui/text-field.tsx";

type Body = NonNullable<typeof customerForms.add.body>;
export type CustomerValues = z.input<Body>;
export type CustomerForm = UseFormReturn<CustomerValues, unknown, z.output<Body>>;

export const customerLabels = {
  name: "Name",
  organisationTypes: "Organisation type",
  Address1: "Address line 1",
  Address2: "Address line 2",
  TownCity: "Town or city",
  County: "County",
  PostCode: "Postcode",
  Country: "Country",
  Domain: "Domain",
  ContactName: "Contact name",
  ContactEmail: "Contact e-mail",
  Telephone: "Telephone",
} as const satisfies Record<keyof CustomerValues, string>;

export const customerDefaults = (customer?: Customer, country = "GB"): DefaultValues<CustomerValues> => ({
  name: customer?.Name ?? "",
  organisationTypes: [customer?.OrganisationType ?? "Commercial"],
  Address1: customer?.Address1 ?? null,
  Address2: customer?.Address2 ?? null,
  TownCity: customer?.TownCity ?? null,
  County: customer?.County ?? null,
  PostCode: customer?.PostCode ?? null,
  Country: (customer?.Country ?? country) === "IE" ? "IE" : "GB",
  Domain: customer?.Domain ?? null,
  ContactName: customer?.ContactName ?? null,
  ContactEmail: customer?.ContactEmail ?? null,
  Telephone: customer?.Telephone ?? null,
});

const countries = [
  { value: "GB", label: "United Kingdom" },
  { value: "IE", label: "Ireland" },
];
const emptyIsNone = (text: unknown) => (text === "" || text === undefined ? null : text);

/** The fields for adding and editing a customer. */
export function CustomerFields({ form }: { form: CustomerForm }) {
  const { errors } = form.formState;
  const field = (name: Exclude<keyof CustomerValues, "name" | "organisationTypes" | "Country">) => ({
    ...form.register(name, { setValueAs: emptyIsNone }),
    label: customerLabels[name],
    error: messageOf(errors, name),
    optional: true,
  });
  return (
    <div className="grid gap-6">
      {errors.root && (
        <Alert type="error" live>
          {errors.root.message}
        </Alert>
      )}
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
        <TextField {...field("Domain")} hint="For example acme.co.uk" inputMode="url" autoComplete="off" />
      </div>
      <fieldset className="grid gap-4 md:grid-cols-2">
        <legend className="mb-3 font-semibold">Address</legend>
        <TextField {...field("Address1")} autoComplete="off" />
        <TextField {...field("Address2")} autoComplete="off" />
        <TextField {...field("TownCity")} autoComplete="off" />
        <TextField {...field("County")} autoComplete="off" />
        <TextField {...field("PostCode")} autoComplete="off" />
        <Select
          {...form.register("Country")}
          label={customerLabels.Country}
          error={messageOf(errors, "Country")}
          choices={countries}
        />
      </fieldset>
      <fieldset className="grid gap-4 md:grid-cols-2">
        <legend className="mb-3 font-semibold">Contact</legend>
        <TextField {...field("ContactName")} autoComplete="off" />
        <TextField {...field("ContactEmail")} type="email" autoComplete="off" />
        <TextField {...field("Telephone")} type="tel" autoComplete="off" />
      </fieldset>
    </div>
  );
}

function messageOf(errors: FieldErrors<CustomerValues>, name: Path<CustomerValues>): string | undefined {
  const error = errors[name as keyof CustomerValues] as { message?: string; root?: { message?: string } } | undefined;
  return error?.message ?? error?.root?.message;
}
