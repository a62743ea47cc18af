import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Tabs, type Tab } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.tsx";
import { userQuery } from "../users/users.queries.ts";
import { CustomerChoice } from "../../shared/users/customer-choice.tsx";
import { ProductChoice } from "./product-choice.tsx";
import { restrictionsQuery, type ChosenCustomer, type Restrictions } from "./restrictions.queries.ts";
import { useParamsOf } from "../../shared/screen-address.ts";

const areas = { customers: screens.restrictCustomers, products: screens.restrictProducts };
type Area = keyof typeof areas;

export const RestrictCustomersScreen = () => <RestrictionsScreen area="customers" />;
export const RestrictProductsScreen = () => <RestrictionsScreen area="products" />;

/** Chooses which customers or products somebody looks after: all, or only some. */
function RestrictionsScreen({ area }: { area: Area }) {
  const { userId } = useParamsOf(screens.restrictCustomers);
  const navigate = useNavigate();
  const user = useQuery(userQuery(userId)).data;
  const { data, error, refetch } = useQuery(restrictionsQuery(userId));
  useCrumb(area === "customers" ? "Customers" : "Products", user?.Name);
  if (error && !data) return <QueryError page error={error} onRetry={() => void refetch()} />;
  const name = user?.Name ?? "this person";
  const tabs: Tab<Area>[] = [
    ...(data?.MayChooseCustomers === false ? [] : [{ id: "customers", label: "Customers" } as const]),
    { id: "products", label: "Products" },
  ];
  const body = !data ? (
    <Skeleton className="h-72" />
  ) : area === "customers" ? (
    <CustomersForm key={data.Version} userId={userId} name={name} held={data} />
  ) : (
    <ProductsForm key={data.Version} userId={userId} name={name} held={data} />
  );
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader
        title="Customers and products"
        about={user ? <>What {user.Name} looks after</> : <Skeleton className="w-40" />}
      />
      {data && !tabs.some(({ id }) => id === area) ? (
        <Alert type="info" title="Restricted to one customer">
          {name} belongs to a customer and sees no others.{" "}
          <TextLink to={linkTo(areas.products, { userId })}>Choose products instead</TextLink>
        </Alert>
      ) : (
        <Tabs
          label="What is chosen"
          tabs={tabs}
          value={area}
          onValue={(next) => void navigate({ to: linkTo(areas[next], { userId }), replace: true })}
        >
          {body}
        </Tabs>
      )}
    </div>
  );
}

type FormProps = { userId: string; name: string; held: Restrictions };

function CustomersForm({ userId, name, held }: FormProps) {
  const [every, setEvery] = useState(held.EveryCustomer);
  const [chosen, setChosen] = useState<readonly ChosenCustomer[]>(held.Customers);
  const save = useSaving(restrictions.setCustomers, userId, `${name}’s customers were saved`);
  const before = new Set(held.Customers.map(({ Id }) => Id));
  const same = held.EveryCustomer
    ? every
    : !every &&
      isSame(
        before,
        chosen.map(({ Id }) => Id),
      );
  return (
    <Frame
      held={held}
      name={name}
      save={save}
      userId={userId}
      changed={!same}
      onSave={() =>
        save.mutate({
          params: { userId },
          body: { Version: held.Version, Every: every, CustomerIds: every ? [] : chosen.map(({ Id }) => Id) },
        })
      }
    >
      <CustomerChoice
        every={every}
        chosen={chosen}
        mayGiveEvery={held.MayGiveEveryCustomer}
        disabled={held.IsBeyond || save.isPending}
        error={save.error?.fields["CustomerIds"]}
        onEvery={(next) => (save.reset(), setEvery(next))}
        onChosen={(next) => (save.reset(), setChosen(next))}
      />
    </Frame>
  );
}

function ProductsForm({ userId, name, held }: FormProps) {
  const before = new Set(held.Products.filter(({ IsChosen }) => IsChosen).map(({ Id }) => Id));
  const [every, setEvery] = useState(held.EveryProduct);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(before);
  const save = useSaving(restrictions.setProducts, userId, `${name}’s products were saved`);
  const same = held.EveryProduct ? every : !every && isSame(before, [...chosen]);
  return (
    <Frame
      held={held}
      name={name}
      save={save}
      userId={userId}
      changed={!same}
      onSave={() =>
        save.mutate({
          params: { userId },
          body: { Version: held.Version, Every: every, ProductIds: every ? [] : [...chosen] },
        })
      }
    >
      <ProductChoice
        every={every}
        products={held.Products}
        chosen={chosen}
        mayGiveEvery={held.MayGiveEveryProduct}
        disabled={held.IsBeyond || save.isPending}
        error={save.error?.fields["ProductIds"]}
        onEvery={(next) => (save.reset(), setEvery(next))}
        onChosen={(next) => (save.reset(), setChosen(next))}
      />
    </Frame>
  );
}

const isSame = (before: ReadonlySet<string>, now: readonly string[]) =>
  before.size === now.length && now.every((id) => before.has(id));

function useSaving<E extends typeof restrictions.setCustomers | typeof restrictions.setProducts>(
  endpoint: E,
  userId: string,
  done: string,
) {
  const queries = useQueryClient();
  return useWrite(endpoint, {
    shown: true,
    onDone: (saved) => {
      queries.setQueryData(restrictionsQuery(userId).queryKey, saved);
      toast(done);
    },
  });
}

type FrameProps = FormProps & {
  save: { isPending: boolean; error: ApiError | null };
  changed: boolean;
  onSave: () => void;
  children: React.ReactNode;
};

/** Shows why a choice cannot be saved, the choice itself, and the button. */
function Frame({ held, name, save, userId, changed, onSave, children }: FrameProps) {
  const queries = useQueryClient();
  const placed = Object.keys(save.error?.fields ?? {}).length > 0;
  return (
    <div className="grid gap-4">
      {held.IsBeyond && (
        <Alert type="info" title="You cannot change this">
          {name} sees more than you do. Ask a colleague who sees as much.
        </Alert>
      )}
      {save.error?.code === "conflict" ? (
        <Alert
          type="warning"
          live
          title="Somebody else has changed this in the meantime"
          action={
            <Button size="small" onClick={() => void queries.invalidateQueries(restrictionsQuery(userId))}>
              Show their changes
            </Button>
          }
        >
          Your changes were not saved. Review theirs first, then choose again.
        </Alert>
      ) : (
        save.error &&
        !placed && (
          <Alert type="danger" live title="Your changes were not saved">
            {save.error.message} {save.error.reference && `Reference ${save.error.reference}`}
          </Alert>
        )
      )}
      <Card>
        <div className="grid gap-6 pt-2">
          {children}
          {!held.IsBeyond && (
            <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
              <p className="text-sm text-muted">
                Changes take effect at once. Restricted people cannot see the company’s invoices.
              </p>
              <Button
                variant="primary"
                busy={save.isPending}
                disabled={!changed}
                onClick={onSave}
                className="max-md:w-full"
              >
                Save changes
              </Button>
            </div>
          )}
        </div>
      </Card>
      <LeaveGuard when={() => changed && !save.isPending} />
    </div>
  );
}
