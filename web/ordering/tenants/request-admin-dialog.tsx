import { adminRelationships, type AdminTerms } from "@tradewind/contract/ordering/admin-relationships.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { parseWhole, wholeFault } from "../../ui/typed-number.ts";

type Props = {
  customerId: string;
  customerName: string;
  productId: string;
  terms: AdminTerms;
  onClose: () => void;
};

/** Asks which roles are wanted in a customer's tenant, and for how long. */
export function RequestAdminDialog({ customerId, customerName, productId, terms, onClose }: Props) {
  const [roles, setRoles] = useState<readonly string[]>([]);
  const [days, setDays] = useState(String(terms.MostDays));
  const [extendsItself, setExtendsItself] = useState(true);
  const request = useWrite(adminRelationships.request, { refreshes: ["tenants"], shown: true, onDone: onClose });
  const hasEverything = terms.Roles.some(({ Id, IsEverything }) => IsEverything && roles.includes(Id));
  const { fields = {}, message } = request.error ?? {};
  const isOfField = Object.keys(fields).length > 0;
  const whole = parseWhole(days);
  const send = () =>
    whole !== undefined &&
    request.mutate({
      params: { customerId },
      body: {
        ProductId: productId,
        Roles: [...roles],
        Days: whole,
        ExtendsItself: extendsItself && !hasEverything,
      },
    });
  return (
    <TaskDialog
      title="Request an admin relationship"
      subtitle={`${terms.VendorName} tenant of ${customerName}`}
      action="Request"
      busy={request.isPending}
      onConfirm={send}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {message && !isOfField && (
          <Alert type="error" live>
            {message}
          </Alert>
        )}
        <fieldset className="grid gap-2">
          <legend className="pb-1 font-medium">Roles</legend>
          <p className="text-sm text-muted">Choose as few as your work needs.</p>
          {terms.Roles.map(({ Id, Name, About }) => (
            <Checkbox
              key={Id}
              label={Name}
              hint={About}
              checked={roles.includes(Id)}
              onChange={({ target }) => {
                request.reset();
                setRoles((all) => (target.checked ? [...all, Id] : all.filter((each) => each !== Id)));
              }}
            />
          ))}
          {fields["Roles"] && (
            <Alert type="error" live>
              {fields["Roles"]}
            </Alert>
          )}
          {hasEverything && (
            <Alert type="warning">
              This role can do everything in the tenant. Ask for it only if no other will do, and for a short time.
            </Alert>
          )}
        </fieldset>
        <TextField
          label="Days"
          hint={`From its approval, at most ${terms.MostDays}`}
          inputMode="numeric"
          value={days}
          error={
            whole === undefined ? (wholeFault(days, 1, terms.MostDays) ?? messages.required("Days")) : fields["Days"]
          }
          onChange={({ target }) => setDays(target.value)}
        />
        <Checkbox
          label={`Extend it by ${terms.ExtendsByDays} days at each end`}
          hint={hasEverything ? "A role that can do everything is never extended by itself." : undefined}
          checked={extendsItself && !hasEverything}
          disabled={hasEverything}
          onChange={({ target }) => setExtendsItself(target.checked)}
        />
      </div>
    </TaskDialog>
  );
}
