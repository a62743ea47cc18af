import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { DayRange } from "../../ui/calendar.tsx";
import { DateField, DateTimeField } from "../../ui/date-field.tsx";
import { DateRangeField } from "../../ui/date-range-field.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { MoneyField } from "../../ui/money-field.tsx";
import { OtpField } from "../../ui/otp-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Specimen, Specimens } from "./specimen.tsx";

const today = "2026-05-21";
const ignore = () => {};

export function InputsGallery() {
  const [day, setDay] = useState("2026-05-28");
  const [missed, setMissed] = useState("31/02/2026");
  const [range, setRange] = useState<DayRange>({ from: "2026-05-01", until: "2026-05-21" });
  const [moment, setMoment] = useState("2026-05-28T09:30");
  const [price, setPrice] = useState<string | undefined>("123450");
  const [code, setCode] = useState("");
  const [on, setOn] = useState(true);
  const [file, setFile] = useState<string>();
  return (
    <Specimens>
      <Specimen name="Dates">
        <DateField
          label="Expected by"
          value={day}
          onValue={setDay}
          min={today}
          max="2027-05-21"
          today={today}
          hint="Within a year"
        />
        <DateField label="Moves on" optional value={missed} onValue={setMissed} today={today} />
        <DateField label="Ordered on" value="2026-05-03" onValue={ignore} readOnly />
        <DateField label="Ends on" value="" onValue={ignore} disabled />
        <DateTimeField label="Shown from" optional value={moment} onValue={setMoment} today={today} />
      </Specimen>
      <Specimen name="Date ranges">
        <DateRangeField label="Period" value={range} onValue={setRange} max={today} today={today} />
        <DateRangeField
          label="Turned round"
          value={{ from: "2026-05-21", until: "2026-05-01" }}
          onValue={ignore}
          today={today}
        />
        <DateRangeField label="Not to be changed" value={range} onValue={ignore} disabled />
      </Specimen>
      <Specimen name="Money">
        <MoneyField label="Price a month" currency="GBP" value={price ?? ""} onValue={setPrice} hint="Before VAT" />
        <MoneyField label="Credit limit" currency="EUR" value="" onValue={ignore} optional />
        <MoneyField label="Deposit" currency="GBP" value="5" onValue={ignore} error="Must be at least £1.00" />
        <MoneyField label="Billed so far" currency="GBP" value="99000" onValue={ignore} readOnly />
        <MoneyField label="Delivery" currency="GBP" value="1250" onValue={ignore} disabled />
      </Specimen>
      <Specimen name="Codes">
        <OtpField label="Code" hint="The digits your authenticator app shows now" value={code} onValue={setCode} />
        <OtpField label="Code that was wrong" value="123456" onValue={ignore} error="The code is not correct" />
        <OtpField label="Code being checked" value="123456" onValue={ignore} disabled />
      </Specimen>
      <Specimen name="Switches">
        <div className="grid">
          <Switch label="Mail me about orders" hint="At most once a day" checked={on} onValue={setOn} />
          <Switch label="Mail me about invoices" checked={false} onValue={ignore} />
          <Switch label="Being saved" checked onValue={ignore} busy />
          <Switch label="Always on" hint="The agreement asks for it" checked disabled onValue={ignore} />
        </div>
      </Specimen>
      <Specimen name="Files">
        <FileDrop
          label="Logo"
          about="PNG or SVG, at most 163 by 48 pixels"
          accept="image/png,image/svg+xml"
          onFile={({ name }) => setFile(name)}
          others={
            file && (
              <Button variant="light" onClick={() => setFile(undefined)}>
                Remove
              </Button>
            )
          }
        >
          {file && <p className="wrap-anywhere">{file}</p>}
        </FileDrop>
        <FileDrop
          label="Price list"
          about="CSV"
          accept="text/csv"
          error="This is no CSV file. Save it as CSV and choose it again."
          onFile={ignore}
        />
        <FileDrop label="Contract" about="PDF" accept="application/pdf" busy onFile={ignore} />
      </Specimen>
    </Specimens>
  );
}
