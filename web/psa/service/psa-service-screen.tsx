import { screens } from "@tradewind/contract/screens.ts";
import { azureRoute } from "@tradewind/domain/ordering/azure-spend.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useAllowed } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { Select } from "../../ui/choice.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { usePsaCalls } from "../integration/integration.queries.ts";
import { AzureCharges } from "./azure-charges.tsx";
import { ServiceLines } from "./service-lines.tsx";
import { soldServicesQuery } from "./service.queries.ts";

/** Shows one service as the PSA bills it: what Azure cost, to be charged there, or the lines of another one. */
export function PsaServiceScreen() {
  const { service } = useParamsOf(screens.psaService);
  const isAzure = service === azureRoute;
  return isAzure ? <AzurePage /> : <ServicePage key={service} service={service} />;
}

function AzurePage() {
  useCrumb("Azure charges");
  return (
    <>
      <PageHeader
        title="Azure charges"
        about="What Azure cost your customers in a month, to be billed in the PSA"
        actions={<Ways service={azureRoute} />}
      />
      <AzureCharges calls={usePsaCalls()} />
    </>
  );
}

function ServicePage({ service }: { service: string }) {
  return <ServiceLines calls={usePsaCalls()} service={service} ways={<Ways service={service} />} />;
}

/** Leads to the other services and back to the overview. */
function Ways({ service }: { service: string }) {
  const navigate = useNavigate();
  const seesOverview = useAllowed(screens.psaOverview);
  const { data = [] } = useQuery(soldServicesQuery(usePsaCalls()));
  const known = [{ id: azureRoute, name: "Azure charges" }, ...data];
  return (
    <>
      {seesOverview && <TextLink to={screens.psaOverview.path}>PSA overview</TextLink>}
      <Select
        label="Service"
        quietLabel
        className="w-64 max-md:w-full"
        value={service}
        choices={known.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => void navigate({ to: screens.psaService.path, params: { service: target.value } })}
      />
    </>
  );
}
