import { screens } from "@tradewind/contract/screens.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { mixes, rolesHeld, typesGivable, type PredefinedType } from "@tradewind/domain/access/roles.ts";
import type { MemberKind } from "@tradewind/domain/access/users.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { call } from "../../platform/api.ts";
import { useDraft, useFormDraft } from "../../shared/draft.ts";
import { showRefusal, useBodyForm } from "../../platform/forms.ts";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { CustomerChoice } from "../../shared/users/customer-choice.tsx";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioGroup, type Choice } from "../../ui/choice.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { ChosenCustomer } from "@tradewind/contract/access/restrictions.ts";
import { customerQuery } from "../../customers/customers/customers.queries.ts";
import { useSearchOf } from "../../shared/screen-address.ts";
import { canAgreeQuery } from "../../shared/can-agree.ts";

const labels = {
  Kind: "Kind of user",
  Role: "Role",
  FirstName: "First name",
  LastName: "Last name",
  Email: "Email address",
  CustomerId: "Customer",
};
const list = screens.manageAccess.path;

const engineer = { value: "engineer", label: "Engineer", hint: "Looks after customers, orders and support." } as const;
const reseller = {
  value: "reseller",
  label: "Reseller",
  hint: "Also looks after the company and its engineers.",
} as const;
const customersPeople: readonly Choice<MemberKind>[] = [
  { value: "endUserAdmin", label: "Customer admin", hint: "Looks after their own organisation and its users." },
  { value: "endUser", label: "End user", hint: "Sees the services they use." },
];

/** The predefined type proposed for a kind, if the inviter may grant it. */
const proposed: Record<MemberKind, PredefinedType> = {
  reseller: "owner",
  engineer: "technical",
  endUserAdmin: "admin",
  endUser: "standard",
};

export const InviteEngineerScreen = () => {
  const { User } = useSession();
  return (
    <InviteForm
      title="Invite a colleague"
      kinds={User.Kind === "reseller" ? [engineer, reseller] : [engineer]}
      back={`${list}?tab=engineer`}
    />
  );
};

export function InviteCustomerAdminScreen() {
  const { CustomerId: customer } = useSearchOf(screens.inviteCustomerAdmin);
  const { User } = useSession();
  const own = User.endUserAdminId;
  const back = customer ? `${customerAddress(customer)}/view/users` : own ? list : `${list}?tab=end-user-admin`;
  return (
    <InviteForm
      title="Invite a user"
      kinds={customersPeople}
      back={back}
      customer={own ? "own" : { fixed: customer }}
    />
  );
}

const everyCustomer: { every: boolean; chosen: readonly ChosenCustomer[] } = { every: true, chosen: [] };

type FormProps = {
  title: string;
  kinds: readonly Choice<MemberKind>[];
  back: string;
  /** The customer that customers' people belong to: the caller's own, a given one, or one to choose. */
  customer?: "own" | { fixed: string | undefined };
};

function InviteForm({ title, kinds, back, customer }: FormProps) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const done = useRef(false);
  const form = useBodyForm(invitations.send.body, {
    labels,
    defaults: { Kind: kinds[0]!.value, FirstName: "", LastName: "", Email: "" },
  });
  useFormDraft("invitation", form);
  const [scope, setScope] = useDraft("invitation-customers", everyCustomer, { untilLeft: true });
  const [noneChosen, setNoneChosen] = useState(false);
  const [chosen, setChosen] = useState<Option | null>(null);
  const fixed = typeof customer === "object" ? customer.fixed : undefined;
  const { data: named } = useQuery({ ...customerQuery(fixed ?? ""), enabled: fixed !== undefined });
  const write = useWrite(invitations.send, { refreshes: ["users"], shown: true });
  const { errors, isDirty } = form.formState;
  const { rights, Restricted } = useSession();
  const { data: canAgree = false } = useQuery(canAgreeQuery);
  const kind = form.watch("Kind");
  const types = typesGivable(kind, rolesHeld({ rights, canAgree }));
  const asked = form.watch("Role");
  const role = [asked, proposed[kind], types[0]].find((each) => each && types.includes(each));
  const isColleague = customer === undefined;
  const CustomerIds = isColleague && !scope.every ? scope.chosen.map(({ Id }) => Id) : undefined;
  const asksCustomer = typeof customer === "object" && fixed === undefined;

  const send = form.handleSubmit((body) => {
    const CustomerId = fixed ?? chosen?.id;
    if (asksCustomer && CustomerId === undefined)
      return form.setError("CustomerId", { type: "missing", message: "Customer is required" });
    if (CustomerIds?.length === 0) return setNoneChosen(true);
    const whom = CustomerId ? { CustomerId } : CustomerIds ? { CustomerIds } : {};
    return write.mutateAsync({ body: { ...body, ...(role ? { Role: role } : {}), ...whom } }).then(
      () => {
        done.current = true;
        setScope(everyCustomer);
        toast(`An invitation was sent to ${body.Email}`);
        const [to, search] = back.split("?");
        void navigate({ to: to!, search: Object.fromEntries(new URLSearchParams(search)) });
      },
      (error: unknown) => showRefusal(form, error),
    );
  });

  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageHeader
        title={title}
        about={
          named
            ? `They join ${named.Name} once they open the link in the email, which is valid for seven days.`
            : "They join once they open the link in the email, which is valid for seven days."
        }
      />
      <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
        <Card>
          <div className="grid gap-6 pt-2">
            {errors.root && (
              <Alert type="error" live>
                {errors.root.message}
              </Alert>
            )}
            {asksCustomer && (
              <Combobox
                label={labels.CustomerId}
                value={chosen}
                onValue={(option) => {
                  setChosen(option);
                  form.clearErrors("CustomerId");
                }}
                search={findCustomers}
                placeholder="Select a customer"
                error={errors.CustomerId?.message}
              />
            )}
            <div className="grid gap-4 md:grid-cols-2">
              <TextField
                {...form.register("FirstName")}
                label={labels.FirstName}
                error={errors.FirstName?.message}
                autoComplete="off"
                autoFocus={!asksCustomer}
              />
              <TextField
                {...form.register("LastName")}
                label={labels.LastName}
                optional
                error={errors.LastName?.message}
                autoComplete="off"
              />
              <TextField
                {...form.register("Email")}
                type="email"
                label={labels.Email}
                hint="Becomes their username."
                error={errors.Email?.message}
                autoComplete="off"
                className="md:col-span-2"
              />
            </div>
            {kinds.length > 1 && (
              <RadioGroup
                label={labels.Kind}
                choices={kinds}
                value={kind}
                onValue={(next) => {
                  form.setValue("Kind", next, { shouldDirty: true });
                  form.setValue("Role", undefined);
                }}
                error={errors.Kind?.message}
              />
            )}
            {types.length > 1 && (
              <RadioGroup
                label={labels.Role}
                choices={types.map((type) => ({ value: type, label: mixes[type].name, hint: mixes[type].about }))}
                value={role}
                onValue={(next) => form.setValue("Role", next, { shouldDirty: true })}
                error={errors.Role?.message}
              />
            )}
            {isColleague && (
              <CustomerChoice
                every={scope.every}
                // Who looks after some customers gives no more than these.
                mayGiveEvery
                words={Restricted.Customers ? { every: "Every customer of yours" } : undefined}
                disabled={false}
                error={noneChosen && scope.chosen.length === 0 ? "Choose at least one customer" : undefined}
                onEvery={(every) => setScope({ ...scope, every })}
                chosen={scope.chosen}
                onChosen={(some) => setScope({ ...scope, chosen: some })}
              />
            )}
          </div>
        </Card>
        <div className="flex flex-wrap justify-end gap-2 max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-canvas max-md:px-4 max-md:py-3 max-md:*:flex-1">
          <Button onClick={() => history.back()} disabled={write.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={write.isPending}>
            Send invitation
          </Button>
        </div>
      </form>
      <LeaveGuard when={() => isDirty && !done.current} />
    </div>
  );
}

async function findCustomers(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const { Items } = await call(customers.suggestions, { query: { Search: text }, signal });
  return Items.map(({ Id, Name, Status }) => ({
    id: Id,
    label: Name,
    disabled: Status === "Suspended",
    ...(Status === "Suspended" ? { hint: "Suspended" } : {}),
  }));
}
