import { useQuery } from "@tanstack/react-query";
import { Card } from "../../ui/page.tsx";
import { serviceButtonsQuery } from "../forms/forms.queries.ts";
import { ServerButtons } from "../../shared/server-buttons.tsx";

/** Shows a service's actions other than ordering: buttons from the server, each opening a popup from the server. */
export function ServiceActions({ instanceId }: { instanceId: string }) {
  const { data: buttons } = useQuery(serviceButtonsQuery(instanceId));
  if (!buttons || buttons.length === 0) return null;
  return (
    <Card title="Settings">
      <ServerButtons buttons={buttons} />
    </Card>
  );
}
