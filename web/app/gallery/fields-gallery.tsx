import { characterRules } from "@tradewind/domain/access/passwords.ts";
import { useState } from "react";
import { Checkbox, RadioGroup, Segmented, Select } from "../../ui/choice.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { SignaturePad, type Signature } from "../../ui/signature-pad.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { PasswordField, SearchBox, TextArea, TextField } from "../../ui/text-field.tsx";
import { NewPassword, useNewPassword } from "../../shared/new-password.tsx";
import { Row, Specimen, Specimens } from "./specimen.tsx";

const customers: readonly Option[] = [
  "Acme Dental",
  "Blue Anchor Legal",
  "Cobalt Architects",
  "Dunmore Estates",
  "Eastgate Surgery",
].map((label, at) => ({
  id: String(at),
  label,
  hint: at === 3 ? "Suspended" : `${at * 7 + 3} services`,
  disabled: at === 3,
}));
const search = (text: string) =>
  Promise.resolve(customers.filter((customer) => customer.label.toLowerCase().includes(text.toLowerCase())));
const terms = [
  { value: "month", label: "Monthly", hint: "Cancel at the end of any month" },
  { value: "year", label: "Yearly", hint: "12 months, about a sixth less" },
  { value: "three", label: "Three years", hint: "Not offered for this product", disabled: true },
] as const;
const types = ["Commercial", "Charity", "Education", "Government"].map((value) => ({ value, label: value }));

export function FieldsGallery() {
  const [seats, setSeats] = useState(12);
  const [customer, setCustomer] = useState<Option | null>(null);
  const [term, setTerm] = useState<(typeof terms)[number]["value"]>("month");
  const [billing, setBilling] = useState<"monthly" | "yearly">("monthly");
  const [signature, setSignature] = useState<Signature | null>(null);
  const password = useNewPassword(characterRules, []);
  return (
    <Specimens>
      <Specimen name="Text fields">
        <TextField label="Company name" defaultValue="Acme Dental" hint="As it stands on the contract" />
        <TextField label="Domain" optional placeholder="acme.co.uk" />
        <TextField label="Contact email" defaultValue="reception@acme" error="Must be a valid email address" />
        <TextField label="Username" readOnly value="reseller@harbour.example" />
        <TextField label="County" disabled defaultValue="Devon" />
        <PasswordField
          label="New password"
          defaultValue="short"
          autoComplete="off"
          error="Must be a minimum of 12 character(s)"
        />
        <PasswordField label="Password" defaultValue="not a real one" autoComplete="off" />
        <PasswordField label="Password being checked" defaultValue="not a real one" autoComplete="off" disabled />
        <TextArea label="Note" optional defaultValue="Calls between nine and five only." />
        <TextArea label="Reason" defaultValue="No" error="Must be a minimum of 10 character(s)" />
        <TextArea label="Note of the vendor" defaultValue="Checked on 3 May." readOnly />
        <TextArea label="Note, fixed" defaultValue="Sent with the order." disabled />
      </Specimen>
      <Specimen name="Choosing">
        <Select label="Organisation type" choices={types} placeholder="Choose one" defaultValue="" />
        <Select label="Country" choices={[{ value: "GB", label: "United Kingdom" }]} error="Country is required" />
        <Select label="Plan, fixed" choices={types} defaultValue="Charity" disabled />
        <Combobox
          label="Select or add a customer"
          value={customer}
          onValue={setCustomer}
          search={search}
          placeholder="Type a name"
        />
        <NumberField label="Seats" value={seats} onValue={setSeats} min={1} max={300} unit="seats" />
        <NumberField label="Devices" value={0} onValue={() => {}} error="Must be at least 1" />
        <Combobox
          label="Customer of the order"
          value={null}
          onValue={setCustomer}
          search={search}
          error="Choose a customer from the list"
        />
        <Combobox label="Customer, fixed" value={customers[0]!} onValue={setCustomer} search={search} disabled />
        <NumberField label="Storage" value={500} onValue={() => {}} disabled unit="GB" />
        <NumberField label="Mailboxes" value={12} onValue={() => {}} readOnly />
        <SearchBox label="Search customers" />
        <SearchBox label="Search invoices" defaultValue="TW-000412" />
        <SearchBox label="Search while loading" disabled />
        <div className="grid gap-2">
          <Checkbox label="Include suspended customers" defaultChecked />
          <Checkbox label="I have read the agreement" error="This is required" />
          <Checkbox label="Sent by the vendor" disabled defaultChecked hint="Cannot be changed here" />
        </div>
      </Specimen>
      <Specimen name="Radio cards and segments">
        <RadioGroup label="Term" choices={terms} value={term} onValue={setTerm} />
        <RadioGroup
          label="Billed"
          choices={terms.slice(0, 2)}
          value={undefined}
          onValue={setTerm}
          error="Choose how it is billed"
        />
        <RadioGroup
          label="Term, fixed by the vendor"
          choices={terms.slice(0, 1)}
          value="month"
          onValue={setTerm}
          disabled
        />
        <Row>
          <Segmented
            label="Billing"
            choices={[
              { value: "monthly", label: "Monthly" },
              { value: "yearly", label: "Yearly" },
            ]}
            value={billing}
            onValue={setBilling}
          />
          <Segmented
            label="Billing, fixed"
            choices={[
              { value: "monthly", label: "Monthly" },
              { value: "yearly", label: "Yearly" },
            ]}
            value="monthly"
            onValue={setBilling}
            disabled
          />
        </Row>
      </Specimen>
      <Specimen name="Signature">
        <SignaturePad value={signature} onValue={setSignature} />
        <SignaturePad value={{ kind: "typed", name: "Priya Shah" }} onValue={setSignature} />
        <SignaturePad value={null} onValue={setSignature} error="Sign before you send it" />
        <SignaturePad value={null} onValue={setSignature} disabled />
      </Specimen>
      <Specimen name="A new password">
        <NewPassword password={password} />
      </Specimen>
    </Specimens>
  );
}
