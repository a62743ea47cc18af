import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { ClaimedDomains } from "./claimed-domains.tsx";
import type { ProviderAction } from "./provider-dialogs.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { domainsQuery, linksQuery, type SignInDomain, type SignInLink } from "./sso.queries.ts";
import { providerNames } from "../../shared/provider-names.ts";

const Dialogs = lazy(async () => ({ default: (await import("./provider-dialogs.tsx")).ProviderDialogs }));

const tabs = [
  { id: "domains", label: "Domains" },
  { id: "people", label: "Linked people" },
  { id: "claimed", label: "Claimed domains" },
] as const;
type ListProps = { search: string; onSearch: (search: string) => void; onDo: (action: ProviderAction) => void };

/** Manages who signs in through an identity provider: companies by domain, people by linked accounts. */
export function SignInProvidersScreen() {
  const [{ Tab, Search: search }, ask] = useAsked(screens.signInProviders);
  const tab = Tab ?? "domains";
  const [action, setAction] = useState<ProviderAction>();
  const List = tab === "people" ? LinkList : tab === "claimed" ? ClaimedDomains : DomainList;
  return (
    <>
      <PageHeader
        title="Sign-in providers"
        about="Companies and people who sign in through a provider"
        actions={
          tab === "domains" && (
            <Button variant="primary" icon="add" onClick={() => setAction({ kind: "add" })}>
              Add domain
            </Button>
          )
        }
      />
      <Tabs
        label="What is set up"
        value={tab}
        onValue={(next) => ask({ Tab: next === "domains" ? undefined : next, Search: "" })}
        tabs={tabs}
      >
        <List key={tab} search={search} onSearch={(text) => ask({ Search: text })} onDo={setAction} />
      </Tabs>
      {action && (
        <Suspense fallback={null}>
          <Dialogs action={action} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </>
  );
}

const domainColumns: readonly Column<SignInDomain>[] = [
  { id: "domain", header: "Domain", width: "minmax(180px, 2fr)", cell: (row) => row.Domain },
  {
    id: "company",
    header: "Company",
    width: "minmax(180px, 2fr)",
    card: "line",
    cell: (row) => row.CompanyName ?? <span className="text-muted">Not known</span>,
  },
  {
    id: "added",
    header: "Added",
    width: "130px",
    align: "end",
    card: "corner",
    quiet: true,
    cell: (row) => formatDate(row.Added),
  },
];

function DomainList({ search, onSearch, onDo }: ListProps) {
  const list = useInfiniteQuery(domainsQuery(search));
  return (
    <ListTable
      list={list}
      searchLabel="Search domain or company"
      search={search}
      onSearch={onSearch}
      label="Domains of single sign-on"
      columns={domainColumns}
      rowKey={(row) => row.Domain}
      actions={(row) => [
        { label: "Remove", icon: "trash", danger: true, onSelect: () => onDo({ kind: "domain", domain: row }) },
      ]}
      empty={
        <EmptyState icon="building" title={search === "" ? "No domains yet" : "No domains found"}>
          {search === ""
            ? "People whose username ends in a domain that you add sign in through the provider."
            : "Try part of a domain, or the company’s name."}
        </EmptyState>
      }
    />
  );
}

const linkColumns: readonly Column<SignInLink>[] = [
  { id: "name", header: "Name", width: "minmax(150px, 2fr)", cell: (row) => row.Name },
  {
    id: "userName",
    header: "Username",
    width: "minmax(180px, 2fr)",
    card: "line",
    quiet: true,
    cell: (row) => row.UserName,
  },
  {
    id: "company",
    header: "Company",
    width: "minmax(140px, 1fr)",
    from: "large",
    cell: (row) => row.CompanyName ?? "Tradewind",
  },
  { id: "provider", header: "Provider", width: "140px", card: "corner", cell: (row) => providerNames[row.Provider] },
  {
    id: "subject",
    header: "Known there as",
    width: "minmax(160px, 2fr)",
    from: "large",
    cell: (row) => <span title={`${row.Subject} at ${row.Issuer}`}>{row.Subject}</span>,
  },
  {
    id: "linked",
    header: "Linked",
    width: "120px",
    align: "end",
    quiet: true,
    cell: (row) => formatDate(row.Linked),
  },
];

function LinkList({ search, onSearch, onDo }: ListProps) {
  const list = useInfiniteQuery(linksQuery(search));
  return (
    <ListTable
      list={list}
      searchLabel="Search name, username or company"
      search={search}
      onSearch={onSearch}
      label="Linked people"
      columns={linkColumns}
      rowKey={(row) => row.Id}
      actions={(row) => [
        { label: "Unlink", icon: "trash", danger: true, onSelect: () => onDo({ kind: "link", link: row }) },
      ]}
      empty={
        <EmptyState icon="users" title={search === "" ? "No linked people yet" : "No people found"}>
          {search === ""
            ? "People who link their work account, or sign in at their company’s provider, appear here."
            : "Try part of a name, or the company’s name."}
        </EmptyState>
      }
    />
  );
}
