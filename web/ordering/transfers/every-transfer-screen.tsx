import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Queue } from "../../shared/queue.tsx";
import { TransferCard } from "./transfer-card.tsx";
import { everyTransferQuery, type TransferView } from "./transfers.queries.ts";

/** Lists all resellers' transfers from other partners, for the operator's people. */
export function EveryTransferScreen() {
  const [view, setView] = useState<TransferView>("open");
  const list = useQuery(everyTransferQuery(view));
  return (
    <Queue
      title="Transfers"
      about="Subscriptions that come from other partners of a vendor"
      view={view}
      onView={setView}
      views={[
        { value: "open", label: "Under way" },
        { value: "over", label: "Over" },
      ]}
      list={list}
      empty={{
        icon: "cloud",
        title: view === "open" ? "No transfer is under way" : "No transfer is over yet",
        text:
          view === "open"
            ? "A transfer appears here until the other partner has accepted it and all of it has come."
            : "Transfers appear here once they came, or ended without anything coming.",
      }}
      renderCard={(item) => (
        <TransferCard key={item.Id} transfer={item} of={`${item.CustomerName} · ${item.ResellerName}`} />
      )}
    />
  );
}
