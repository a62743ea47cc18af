import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { display } from "@tradewind/contract/portal/display.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { displayQuery } from "./display.queries.ts";

type Settings = ResultOf<typeof display.current>;
const about = "What your people and your customers’ people see";

/** Chooses whether the reseller's people see prices, and whether the banner is shown. */
export function DisplayScreen() {
  const { data, error, refetch } = useQuery(displayQuery);
  if (data) return <Editor settings={data} />;
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader title="Display" about={about} />
      {error ? <QueryError error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-96 w-full" />}
    </div>
  );
}

function Editor({ settings }: { settings: Settings }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Partial<Settings>>({});
  const wanted = { ...settings, ...draft };
  const changed = (["HidePricing", "HideBanner", "ShowOwnPrices"] as const).some(
    (name) => wanted[name] !== settings[name],
  );
  const save = useWrite(display.save, {
    shown: true,
    onDone: (saved) => {
      queries.setQueryData(displayQuery.queryKey, saved);
      void queries.invalidateQueries({ queryKey: ["session"] });
      setDraft({});
      toast("Display settings saved");
    },
  });
  const choose = (change: Partial<Settings>) => {
    save.reset();
    setDraft((before) => ({ ...before, ...change }));
  };
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader
        title="Display"
        about={about}
        actions={
          <Button
            variant="primary"
            busy={save.isPending}
            disabled={!changed}
            onClick={() => save.mutate({ body: wanted })}
          >
            Save changes
          </Button>
        }
      />
      <div className="grid gap-4">
        {save.error && (
          <Alert type="danger" live title="The display settings were not saved">
            {save.error.message} {save.error.reference && `Reference ${save.error.reference}`}
          </Alert>
        )}
        <Card>
          <div className="grid gap-6 pt-2">
            <Checkbox
              label="Hide prices"
              hint="Resellers and engineers no longer see what anything costs, in the catalogue, orders, billing and the dashboard. Invoices cannot be downloaded, and nobody can change what customers pay."
              checked={wanted.HidePricing}
              disabled={save.isPending}
              onChange={({ target }) => choose({ HidePricing: target.checked })}
            />
            <Checkbox
              label="Show customers what they pay"
              hint={
                wanted.HidePricing
                  ? "Takes effect once prices are no longer hidden."
                  : "A customer’s people see the prices that you set for it: in the marketplace, before they order or ask for something, on their services and for Azure. They never see your costs and margins, nor a price where you set none. Admins who see no price send you a request instead of an order."
              }
              checked={wanted.ShowOwnPrices}
              disabled={save.isPending}
              onChange={({ target }) => choose({ ShowOwnPrices: target.checked })}
            />
            <Checkbox
              label="Hide the banner"
              hint="The marketplace’s notices above every page are hidden from your people and your customers’ people."
              checked={wanted.HideBanner}
              disabled={save.isPending}
              onChange={({ target }) => choose({ HideBanner: target.checked })}
            />
          </div>
        </Card>
        <Card title="Who sees what" about={changed ? "Once you save" : "As it is now"}>
          <Preview settings={wanted} />
        </Card>
      </div>
      <LeaveGuard when={() => changed && !save.isPending} />
    </div>
  );
}

function Preview({ settings: { HidePricing, HideBanner, ShowOwnPrices } }: { settings: Settings }) {
  const own = ShowOwnPrices && !HidePricing;
  const rows = [
    { who: "Resellers and engineers", prices: HidePricing ? "Hidden" : "Shown" },
    { who: "Customer admins", prices: own ? "Their own" : "Hidden" },
    { who: "End users", prices: own ? "Their own" : "Hidden" },
  ];
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="py-2 pr-4 font-normal">
              Who
            </th>
            <th scope="col" className="py-2 pr-4 font-normal">
              Prices
            </th>
            <th scope="col" className="py-2 font-normal">
              Banner
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ who, prices }) => (
            <tr key={who} className="border-t border-line">
              <th scope="row" className="py-2.5 pr-4 font-medium">
                {who}
              </th>
              <td className="py-2.5 pr-4">
                <StatusDot tone={prices === "Hidden" ? "disabled" : "success"}>{prices}</StatusDot>
              </td>
              <td className="py-2.5">
                <StatusDot tone={HideBanner ? "disabled" : "success"}>{HideBanner ? "Hidden" : "Shown"}</StatusDot>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-3 text-sm text-muted">
        Your costs and margins are never shown to your customers’ people, whatever you choose here.
      </p>
    </div>
  );
}
