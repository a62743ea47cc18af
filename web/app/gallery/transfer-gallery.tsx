import { useState } from "react";
import { TransferList, type TransferItem } from "../../ui/transfer-list.tsx";
import { Specimen, Specimens } from "./specimen.tsx";

const items: readonly TransferItem[] = [
  { id: "customers", label: "Customers", about: "See customers, their details and what happened to them." },
  { id: "billing", label: "Billing", about: "See invoices and what customers pay." },
  { id: "support", label: "Support", about: "See tickets and answer them." },
  { id: "sign", label: "Sign agreements", about: "Sign for the company.", locked: "You do not hold this yourself." },
];
const sides = {
  available: { title: "Available", empty: "Everything is given.", verb: "Give", done: "given" },
  holding: { title: "Held", empty: "Nothing is given.", verb: "Take", done: "taken" },
};

export function TransferGallery() {
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set(["support"]));
  const move = (ids: readonly string[], give: boolean) =>
    setHeld((before) => (give ? before.union(new Set(ids)) : before.difference(new Set(ids))));
  return (
    <Specimens>
      <Specimen name="Some of both, one that stays">
        <TransferList items={items} held={held} onMove={move} {...sides} />
      </Specimen>
      <Specimen name="Nothing held">
        <TransferList items={items.slice(0, 2)} held={new Set()} onMove={() => {}} {...sides} />
      </Specimen>
    </Specimens>
  );
}
