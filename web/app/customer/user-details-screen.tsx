import { acts } from "@tradewind/contract/acts.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useAllowed } from "../../platform/session.ts";
import { openAddProduct } from "../../shared/add-product.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { ServiceList, ServiceListSkeleton } from "../../shared/service-list.tsx";
import { factsOf, UserPage } from "../../shared/users/user-page.tsx";
import { userAddress } from "../../shared/users/user-words.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Facts } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { userServicesQuery } from "../../ordering/services/services.queries.ts";
import { userQuery, type User } from "../../access/users/users.queries.ts";
import { useSearchOf } from "../../shared/screen-address.ts";

/** Shows a customer's user and their services. */
export function UserDetailsScreen() {
  const { UserId: userId = "" } = useSearchOf(screens.customerUser);
  const query = useQuery({ ...userQuery(userId), enabled: userId !== "" });
  const maySeeServices = useAllowed(screens.service);
  if (userId === "")
    return (
      <EmptyState page icon="users" title="No user chosen">
        Open a user from the list of a customer’s users.
      </EmptyState>
    );
  return (
    <UserPage query={query}>
      {(user) => (
        <>
          <Card title="Details">
            <Details user={user} />
          </Card>
          {maySeeServices && user.CustomerId && <Services customerId={user.CustomerId} user={user} />}
        </>
      )}
    </UserPage>
  );
}

const Details = ({ user }: { user: User }) => (
  <div className="grid gap-6">
    <Facts
      facts={[
        ...factsOf(user),
        { label: "Last signed in", value: user.LastSignedIn ? formatDateTime(user.LastSignedIn) : "Never" },
      ]}
    />
    <p>
      <TextLink to={userAddress(user.Id)}>Access and signing in</TextLink>
    </p>
  </div>
);

function Services({ customerId, user }: { customerId: string; user: User }) {
  const { data, error, refetch } = useQuery(userServicesQuery(customerId, user.Id));
  const mayRetry = useAllowed(acts.retryOrder);
  const mayAdd = useAllowed(acts.order);
  const add = mayAdd && (
    <Button
      icon="add"
      size="small"
      onClick={() => openAddProduct({ customerId, customerName: user.Name, userId: user.Id })}
    >
      Add product
    </Button>
  );
  return (
    <Card title="Services of this user" actions={add} flush>
      {data ? (
        data.length === 0 ? (
          <EmptyState tight icon="cloud" title="No services of their own">
            Services that belong to the customer as a whole are on the customer’s page.
          </EmptyState>
        ) : (
          <ServiceList services={data} mayRetry={mayRetry} />
        )
      ) : error ? (
        <QueryError tight error={error} onRetry={() => void refetch()} />
      ) : (
        <ServiceListSkeleton />
      )}
    </Card>
  );
}
