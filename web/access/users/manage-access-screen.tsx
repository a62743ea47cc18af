import { userSorts } from "@tradewind/contract/access/users.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useAllowed, useSession } from "../../platform/session.ts";
import { RouterButton } from "../../shared/router-button.tsx";
import { invitingColleague, invitingCustomers } from "../../shared/users/user-words.ts";
import { UsersList } from "../../shared/users/users-list.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";

const tabs = [
  { id: "engineer", label: "Your people" },
  { id: "end-user-admin", label: "Customers’ people" },
] as const;
type Asked = { tab?: string; search?: string; sort?: string };

/** The people whose access can be managed: the company's own and its customers', or a customer admin's own. */
export function ManageAccessScreen() {
  const asked: Asked = useSearch({ strict: false });
  const navigate = useNavigate();
  const { User } = useSession();
  const staff = User.Kind === "reseller" || User.Kind === "engineer";
  const mayColleagues = useAllowed("createResellerEngineer");
  const mayCustomers = useAllowed("createCustomerAdmin");
  const tab = staff && asked.tab !== "end-user-admin" ? "engineer" : "end-user-admin";
  const sort = userSorts.find((each) => each === asked.sort) ?? "name";
  const search = (asked.search ?? "").slice(0, 100);
  const show = (change: Asked) => {
    const next = { tab: asked.tab, search, sort, ...change };
    void navigate({
      to: "/account-setting/manage-access",
      search: {
        ...(next.tab ? { tab: next.tab } : {}),
        ...(next.search ? { search: next.search } : {}),
        ...(next.sort === "name" ? {} : { sort: next.sort }),
      },
      replace: true,
    });
  };
  const invite =
    tab === "engineer"
      ? mayColleagues && <RouterButton to={invitingColleague}>Invite colleague</RouterButton>
      : mayCustomers && <RouterButton to={invitingCustomers()}>Invite user</RouterButton>;
  const list = (
    <UsersList
      key={tab}
      whose={{ Of: tab === "engineer" ? "staff" : "customers" }}
      search={search}
      sort={sort}
      onSearch={(text) => show({ search: text })}
      onSort={(by) => show({ sort: by })}
      invite={invite}
    />
  );
  return (
    <>
      <PageHeader title="Manage users" about="Who may sign in, and how" actions={invite} />
      {staff ? (
        <Tabs label="Whose people" value={tab} onValue={(next) => show({ tab: next, search: "" })} tabs={tabs}>
          {list}
        </Tabs>
      ) : (
        list
      )}
    </>
  );
}
