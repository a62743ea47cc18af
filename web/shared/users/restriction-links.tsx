import { Card } from "../../ui/page.tsx";
import { TextLink } from "../link-render.tsx";

/** The way to what somebody looks after, for whoever may manage them. */
export function RestrictionLinks({
  user,
}: {
  user: { Id: string; CustomerId: string | null; May: readonly string[] };
}) {
  if (user.May.length === 0) return null;
  const path = `/account-setting/manage-access/${user.Id}/permissions`;
  return (
    <Card title="Looks after">
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        {user.CustomerId === null && <TextLink to={`${path}/customers`}>Choose customers</TextLink>}
        <TextLink to={`${path}/products`}>Choose products</TextLink>
      </p>
    </Card>
  );
}
