import { screens } from "@tradewind/contract/screens.ts";
import { useAllowed, useSession } from "../../platform/session.ts";
import { RouterButton } from "../../shared/router-button.tsx";
import { invitingCustomers } from "../../shared/users/user-words.ts";
import { UsersList } from "../../shared/users/users-list.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useAsked } from "../../shared/screen-address.ts";

const tabs = [
  { id: "engineer", label: "Your people" },
  { id: "end-user-admin", label: "Customers’ people" },
] as const;

/** Lists the people whose access can be managed: the company's own and its customers', or a customer admin's own. */
export function ManageAccessScreen() {
  const [{ Tab, Search, Sort }, ask] = useAsked(screens.manageAccess);
  const { User } = useSession();
  const staff = User.Kind === "reseller" || User.Kind === "engineer";
  const mayColleagues = useAllowed(screens.inviteColleague);
  const mayCustomers = useAllowed(screens.inviteCustomerAdmin);
  const tab = staff && Tab !== "end-user-admin" ? "engineer" : "end-user-admin";
  const invite =
    tab === "engineer"
      ? mayColleagues && <RouterButton to={screens.inviteColleague.path}>Invite a colleague</RouterButton>
      : mayCustomers && <RouterButton to={invitingCustomers()}>Invite user</RouterButton>;
  const list = (
    <UsersList
      key={tab}
      whose={{ Of: tab === "engineer" ? "staff" : "customers" }}
      search={Search}
      sort={Sort}
      onSearch={(text) => ask({ Search: text })}
      onSort={(by) => ask({ Sort: by })}
      invite={invite}
    />
  );
  return (
    <>
      <PageHeader title="Manage users" about="Who can sign in, and how" actions={invite} />
      {staff ? (
        <Tabs label="Whose people" value={tab} onValue={(next) => ask({ Tab: next, Search: "" })} tabs={tabs}>
          {list}
        </Tabs>
      ) : (
        list
      )}
    </>
  );
}
