import { screens } from "@tradewind/contract/screens.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { RadioGroup } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAllowed } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { customerAddress, readContext } from "../../shared/customer-context.ts";
import { knownTenantQuery, marketplaceQuery } from "../../catalogue/products/products.queries.ts";
import { customerQuery } from "../../customers/customers/customers.queries.ts";
import { journeyAfter, type TenantAnswer } from "./carried-answers.ts";
import { useParamsOf, useSearchOf } from "../../shared/screen-address.ts";

const domainPattern = /^[a-z0-9-]{1,40}(\.onmicrosoft\.com)?$/i;

/** Before a Microsoft product is added: does the customer have a Microsoft tenant already? (ORD-04) */
export function NceQuestionScreen() {
  const id = useId();
  const navigate = useNavigate();
  const { ctx } = useParamsOf(screens.tenantQuestion);
  const search = useSearchOf(screens.tenantQuestion);
  const { customerId } = readContext(ctx);
  const mayView = useAllowed(screens.customer);
  const { data: customer } = useQuery({ ...customerQuery(customerId), enabled: mayView });
  const { data: product } = useQuery({
    ...marketplaceQuery({ customerId }),
    select: (services) => services.find(({ RouteName }) => RouteName === search.serviceRouteName),
  });
  const { data: known, isPending } = useQuery(knownTenantQuery(customerId));
  const title = `Add ${product?.Name ?? "Microsoft 365"}`;
  useCrumb(title, customer?.Name);
  const [chosen, setTenant] = useState<TenantAnswer>();
  const tenant = chosen ?? (known ? "existing" : "new");
  const [domain, setDomain] = useState("");
  const [problem, setProblem] = useState<string>();

  const { plan, upgradeOf, seats } = search;
  const isChosen = plan !== undefined || upgradeOf !== undefined;
  // Where something was chosen and the tenant is known, nothing is left to ask.
  const goesOn = known === true && isChosen;
  useEffect(() => {
    if (goesOn) void navigate({ href: journeyAfter(ctx, search, { plan, upgradeOf, seats }), replace: true });
  }, [goesOn, navigate, ctx, search, plan, upgradeOf, seats]);

  const proceed = () => {
    const text = tenant === "new" ? domain.trim() : "";
    if (text !== "" && !domainPattern.test(text)) return setProblem("Must be letters, digits and dashes");
    void navigate({
      href: journeyAfter(ctx, search, {
        ...(!known && { tenant }),
        ...(text && { MicrosoftDomain: text }),
        plan,
        upgradeOf,
        seats,
      }),
    });
  };
  if (goesOn || (isChosen && isPending)) return <Skeleton className="h-80" />;
  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageHeader title={title} about={customer && `for ${customer.Name}`} />
      <Card>
        <form
          id={id}
          noValidate
          className="grid gap-5 pt-2"
          onSubmit={(event) => {
            event.preventDefault();
            proceed();
          }}
        >
          <RadioGroup
            label="Does the customer already use Microsoft 365?"
            value={tenant}
            onValue={(value) => {
              setTenant(value);
              setProblem(undefined);
            }}
            choices={[
              {
                value: "new",
                label: "No, create a Microsoft tenant",
                hint: known
                  ? "The customer already has one."
                  : "A new organisation is set up at Microsoft, with an administrator account.",
                disabled: known,
              },
              {
                value: "existing",
                label: "Yes, use the existing tenant",
                hint: known
                  ? "Its subscriptions stay as they are. The portal already knows it, so there is nothing to enter."
                  : "Its subscriptions stay as they are. Its administrator accepts two links before you order.",
              },
            ]}
          />
          {tenant === "new" && (
            <TextField
              label="Microsoft domain"
              optional
              placeholder="example.onmicrosoft.com"
              hint="Leave empty to create one from the customer’s own domain."
              error={problem}
              autoComplete="off"
              value={domain}
              onChange={(event) => {
                setDomain(event.target.value);
                setProblem(undefined);
              }}
            />
          )}
        </form>
      </Card>
      <div className="mt-5 flex flex-wrap justify-end gap-2 max-md:*:flex-1">
        <Button onClick={() => void navigate({ to: customerAddress(customerId) })}>Cancel</Button>
        <Button type="submit" form={id} variant="primary" disabled={isPending}>
          Continue
        </Button>
      </div>
    </div>
  );
}
