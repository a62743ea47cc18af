import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { ConfirmDialog, Dialog, dialogSizes, SidePanel, type DialogSize } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { Row, Specimen, Specimens } from "./specimen.tsx";

type Shown = DialogSize | "side" | "confirm" | undefined;
const found: readonly Option[] = [{ id: "1", label: "Acme Dental" }];

export function OverlaysGallery() {
  const [shown, setShown] = useState<Shown>();
  const [customer, setCustomer] = useState<Option | null>(null);
  const close = () => setShown(undefined);
  const body = (
    <div className="grid gap-5">
      <TextField label="Name" />
      <Combobox label="Customer" value={customer} onValue={setCustomer} search={() => Promise.resolve(found)} />
    </div>
  );
  const buttons = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button variant="primary" onClick={close}>
        Add customer
      </Button>
    </>
  );
  return (
    <Specimens>
      <Specimen name="Dialogs">
        <Row>
          {dialogSizes.map((size) => (
            <Button key={size} onClick={() => setShown(size)}>
              Open {size}
            </Button>
          ))}
          <Button onClick={() => setShown("side")}>Open side panel</Button>
          <Button onClick={() => setShown("confirm")}>Open confirmation</Button>
        </Row>
      </Specimen>
      <Specimen name="Toasts">
        <Row>
          <Button onClick={() => toast("Acme Dental was renamed")}>Say that it is done</Button>
          <Button
            onClick={() =>
              toast("The portal did not answer. Please try again.", { kind: "problem", reference: "r-7f3a" })
            }
          >
            Say that it failed
          </Button>
        </Row>
      </Specimen>
      {shown === "side" && (
        <SidePanel title="Acme Dental" subtitle="Commercial, Plymouth" onClose={close} footer={buttons}>
          {body}
        </SidePanel>
      )}
      {shown === "confirm" && (
        <ConfirmDialog title="Suspend Acme Dental?" action="Suspend customer" danger onConfirm={close} onClose={close}>
          Its 12 services stop at the vendors and its users can no longer sign in. Billing goes on by contract.
        </ConfirmDialog>
      )}
      {dialogSizes.map(
        (size) =>
          shown === size && (
            <Dialog
              key={size}
              size={size}
              title="Add customer"
              subtitle="Customers are the organisations you look after."
              onClose={close}
              footer={buttons}
            >
              {body}
            </Dialog>
          ),
      )}
    </Specimens>
  );
}
