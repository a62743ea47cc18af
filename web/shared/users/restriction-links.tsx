import type { Restrictions } from "@tradewind/contract/access/restrictions.ts";
import { useQuery } from "@tanstack/react-query";
import { restrictionsQuery } from "../../access/restrictions/restrictions.queries.ts";
import { Card, Facts } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { TextLink } from "../link-render.tsx";

type Props = { user: { Id: string; CustomerId: string | null; May: readonly string[] } };

/** What somebody looks after and the way to change it, for whoever may manage them. */
export function RestrictionLinks({ user }: Props) {
  const managed = user.May.length > 0;
  const { data, isPending } = useQuery({ ...restrictionsQuery(user.Id), enabled: managed });
  if (!managed) return null;
  const path = `/account-setting/manage-access/${user.Id}/permissions`;
  const fact = (label: "Customers" | "Products", words: (of: Restrictions) => string) => ({
    label,
    value: (
      <span className="grid justify-items-start gap-1">
        {data ? <span>{words(data)}</span> : isPending && <Skeleton className="w-40" />}
        <TextLink to={`${path}/${label.toLowerCase()}`}>Choose {label.toLowerCase()}</TextLink>
      </span>
    ),
  });
  return (
    <Card title="Looks after" about={data?.IsBeyond ? "More than you do, so that you cannot change it" : undefined}>
      <Facts
        facts={[...(user.CustomerId === null ? [fact("Customers", customersOf)] : []), fact("Products", productsOf)]}
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
