import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import { jump } from "@tradewind/contract/access/jump.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Badge } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { toast } from "../../ui/toast.tsx";
import { asApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import { ProofDialog } from "../../shared/proof-dialog.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { peopleQuery, type FoundPerson } from "./jump.queries.ts";

const kinds: Record<FoundPerson["Kind"], string> = {
  admin: "Staff",
  reseller: "Reseller",
  engineer: "Engineer",
  endUserAdmin: "Customer admin",
  endUser: "End user",
};

const columns: readonly Column<FoundPerson>[] = [
  { id: "name", header: "Name", width: "minmax(140px, 2fr)", cell: (row) => row.Name },
  {
    id: "userName",
    header: "Username",
    width: "minmax(200px, 3fr)",
    quiet: true,
    cell: (row) => row.UserName,
  },
  {
    id: "kind",
    header: "Kind",
    width: "150px",
    from: "large",
    cell: (row) => (row.Active ? kinds[row.Kind] : <Badge tone="warning">Suspended</Badge>),
  },
  {
    id: "company",
    header: "Company",
    width: "minmax(200px, 3fr)",
    card: "line",
    cell: ({ CustomerName, ResellerName }) =>
      CustomerName ? `${CustomerName} · ${ResellerName}` : (ResellerName ?? "Tradewind"),
  },
];

const dataDialogs = () => import("../../shared/users/privacy-dialogs.tsx");
const ExportDataDialog = lazy(async () => ({ default: (await dataDialogs()).ExportDataDialog }));
const EraseDialog = lazy(async () => ({ default: (await dataDialogs()).EraseDialog }));

type AskedProps = { what: "export" | "erase"; person: FoundPerson; onClose: () => void };
function DataDialog({ what, person, onClose }: AskedProps) {
  const whose = { name: person.Name, membershipId: person.Id };
  return what === "export" ? (
    <ExportDataDialog whose={whose} onClose={onClose} />
  ) : (
    <EraseDialog whose={whose} refreshes={["operator-people"]} onErased={onClose} onClose={onClose} />
  );
}

type Grant = { cmtoken: string; adminid: string };

/** Builds a link with the token after the `#`, so that it reaches no server and no log. */
const linkOf = (grant: Grant) => `${publicPages.signIn}#${new URLSearchParams(grant).toString()}`;

/** Lists the operator's staff and the people of every reseller, with links into the portals of the latter. */
export function PeopleScreen() {
  const [search, setSearch] = useState("");
  const list = useInfiniteQuery(peopleQuery(search));
  const [visit, setVisit] = useState<{ person: FoundPerson; grant: Grant }>();
  const [missing, setMissing] = useState<{ person: FoundPerson; code: string }>();
  const [asked, setAsked] = useState<{ what: "export" | "erase"; person: FoundPerson }>();
  const begin = useWrite(jump.begin, { shown: true });
  const navigate = useNavigate();
  const open = async (person: FoundPerson) => {
    const grant = await begin.mutateAsync({ params: { membershipId: person.Id } });
    setMissing(undefined);
    setVisit({ person, grant });
  };
  const enter = (person: FoundPerson) =>
    open(person).catch((error: unknown) => {
      const { code, message, reference } = asApiError(error);
      if (code.startsWith("secondFactor")) setMissing({ person, code });
      else toast(message, { kind: "problem", reference });
    });

  return (
    <>
      <PageHeader
        title="People"
        about="Find a user, see the portal as they do, give them their data or erase them. Staff are added and erased by a command."
      />
      <ListTable
        list={list}
        searchLabel="Search name, username or reseller"
        search={search}
        onSearch={setSearch}
        label="People"
        columns={columns}
        rowKey={(row) => row.Id}
        actions={(row) =>
          row.Kind === "admin"
            ? []
            : [
                ...(row.Active
                  ? [{ label: "Open their portal", icon: "external" as const, onSelect: () => void enter(row) }]
                  : []),
                {
                  label: "Sign-in provider links",
                  icon: "user",
                  onSelect: () =>
                    void navigate({
                      href: linkTo(screens.signInProviders, {}, { Tab: "people", Search: row.UserName }),
                    }),
                },
                { label: "Export data", icon: "download", onSelect: () => setAsked({ what: "export", person: row }) },
                {
                  label: "Erase",
                  icon: "trash",
                  danger: true,
                  onSelect: () => setAsked({ what: "erase", person: row }),
                },
              ]
        }
        empty={
          <EmptyState icon="users" title={search === "" ? "No people yet" : "No people found"}>
            {search === "" ? "The resellers’ people appear here." : "Try part of a name, or the name of the reseller."}
          </EmptyState>
        }
      />
      {missing?.code === "secondFactorFirst" && (
        <ProofDialog
          title="Confirm that it is you"
          action="Continue"
          factorOnly
          onClose={() => setMissing(undefined)}
          onProven={() => open(missing.person)}
        >
          Before you open the portal of {missing.person.Name}, confirm that it is you. This lasts for 15 minutes.
        </ProofDialog>
      )}
      {missing?.code === "secondFactorMissing" && (
        <Dialog
          title="Protect your account first"
          size="small"
          onClose={() => setMissing(undefined)}
          footer={
            <>
              <Button onClick={() => setMissing(undefined)}>Cancel</Button>
              <Link to={screens.security.path} className={buttonClass("primary")}>
                Go to Security
              </Link>
            </>
          }
        >
          <p className="text-muted">
            Opening other people’s portals requires a second factor. Set up an authenticator app or add a passkey, then
            open the portal of {missing.person.Name}.
          </p>
        </Dialog>
      )}
      {asked && (
        <Suspense fallback={null}>
          <DataDialog {...asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
      {visit && (
        <Dialog
          title={`Open the portal of ${visit.person.Name}`}
          size="small"
          onClose={() => setVisit(undefined)}
          footer={
            <>
              <CopyButton text={location.origin + linkOf(visit.grant)} label="Copy link" size="medium" />
              <Button variant="primary" onClick={() => location.assign(linkOf(visit.grant))}>
                Open here
              </Button>
            </>
          }
        >
          <p className="text-muted">
            The link works once, within a minute. If you open it here, the visit replaces your own session until you end
            it; to use both, copy the link into a private window. The visit lasts an hour at most, and{" "}
            {visit.person.Name} can see it.
          </p>
        </Dialog>
      )}
    </>
  );
}
