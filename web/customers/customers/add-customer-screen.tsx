import { screens } from "@tradewind/contract/screens.ts";
import { Navigate, useNavigate, useRouter } from "@tanstack/react-router";
import { useRef } from "react";
import { useMayAddCustomers } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { customerAddress } from "../../shared/customer-context.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { CustomerFields } from "./customer-fields.tsx";
import { useAddCustomer } from "./use-customer-form.ts";

export const AddCustomerScreen = () =>
  useMayAddCustomers() ? <AddCustomer /> : <Navigate to={screens.accessDenied.path} replace />;

function AddCustomer() {
  const navigate = useNavigate();
  const { history } = useRouter();
  const done = useRef(false);
  const { form, send, busy } = useAddCustomer((customerId) => {
    done.current = true;
    void navigate({ to: customerAddress(customerId) });
  });
  const { isDirty } = form.formState;
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader title="Add customer" about="An organisation you look after. To start with, you only need its name." />
      <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
        <Card>
          <div className="pt-2">
            <CustomerFields form={form} />
          </div>
        </Card>
        <div className="flex flex-wrap justify-end gap-2 max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-canvas max-md:px-4 max-md:py-3 max-md:*:flex-1">
          <Button onClick={() => history.back()} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Add customer
          </Button>
        </div>
      </form>
      <LeaveGuard when={() => isDirty && !done.current} />
    </div>
  );
}
