import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { Restrictions } from "@tradewind/contract/access/restrictions.ts";
import { useQuery } from "@tanstack/react-query";
import { restrictionsQuery } from "../../access/restrictions/restrictions.queries.ts";
import { Card, Facts } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { TextLink } from "../link-render.tsx";

type Place = typeof screens.restrictCustomers | typeof screens.restrictProducts;
type Props = { user: { Id: string; CustomerId: string | null; May: readonly string[] } };

/** Shows a person's restrictions, with links to change them for people who may. */
export function RestrictionLinks({ user }: Props) {
  const managed = user.May.length > 0;
  const { data, isPending } = useQuery({ ...restrictionsQuery(user.Id), enabled: managed });
  if (!managed) return null;
  const fact = (label: "Customers" | "Products", screen: Place, words: (of: Restrictions) => string) => ({
    label,
    value: (
      <span className="grid justify-items-start gap-1">
        {data ? <span>{words(data)}</span> : isPending && <Skeleton className="w-40" />}
        <TextLink to={linkTo(screen, { userId: user.Id })}>Choose {label.toLowerCase()}</TextLink>
      </span>
    ),
  });
  return (
    <Card title="Looks after" about={data?.IsBeyond ? "More than you do, so you cannot change it" : undefined}>
      <Facts
        facts={[
          ...(user.CustomerId === null ? [fact("Customers", screens.restrictCustomers, customersOf)] : []),
          fact("Products", screens.restrictProducts, productsOf),
        ]}
      />
    </Card>
  );
}

const named = 3;

function customersOf({ EveryCustomer, Customers }: Restrictions): string {
  if (EveryCustomer) return "Every customer";
  const more = Customers.length - named;
  const names = Customers.slice(0, named).map(({ Name }) => Name);
  return (
    `${names.join(", ")}${more > 0 ? `, and ${more.toLocaleString("en-GB")} more` : ""}` || "None that you look after"
  );
}

const productsOf = ({ EveryProduct, Products }: Restrictions): string =>
  EveryProduct
    ? "Every product"
    : `${Products.filter(({ IsChosen }) => IsChosen).length} of ${Products.length} products`;
