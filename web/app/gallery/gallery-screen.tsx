import { useState, type ComponentType } from "react";
import { PageHeader } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Toaster } from "../../ui/toast.tsx";
import { ActionsGallery } from "./actions-gallery.tsx";
import { ChoosersGallery } from "./choosers-gallery.tsx";
import { FieldsGallery } from "./fields-gallery.tsx";
import { InputsGallery } from "./inputs-gallery.tsx";
import { FiguresGallery } from "./figures-gallery.tsx";
import { LongGallery } from "./long-gallery.tsx";
import { FormsGallery } from "./forms-gallery.tsx";
import { OverlaysGallery } from "./overlays-gallery.tsx";
import { StatesGallery } from "./states-gallery.tsx";
import { TablesGallery } from "./tables-gallery.tsx";
import { TransferGallery } from "./transfer-gallery.tsx";

const tabs = [
  { id: "actions", label: "Actions" },
  { id: "fields", label: "Fields" },
  { id: "inputs", label: "Dates, money, files" },
  { id: "forms", label: "Forms" },
  { id: "states", label: "States" },
  { id: "figures", label: "Figures" },
  { id: "long", label: "Long work and texts" },
  { id: "tables", label: "Tables" },
  { id: "choosers", label: "A field in every row" },
  { id: "transfer", label: "Two lists" },
  { id: "overlays", label: "Overlays" },
];
const panels: Record<string, ComponentType> = {
  actions: ActionsGallery,
  fields: FieldsGallery,
  inputs: InputsGallery,
  forms: FormsGallery,
  states: StatesGallery,
  figures: FiguresGallery,
  long: LongGallery,
  tables: TablesGallery,
  choosers: ChoosersGallery,
  transfer: TransferGallery,
  overlays: OverlaysGallery,
};

/** Returns the tab that the address selects, such as `/gallery?part=fields`. */
const asked = () => new URLSearchParams(location.search).get("part") ?? "";

/** Shows every component of the kit in every state, in the running product. `alone` shows it outside the shell. */
export function GalleryScreen({ start = asked(), alone }: { start?: string; alone?: boolean }) {
  const [tab, setTab] = useState(start in panels ? start : "actions");
  const Panel = panels[tab]!;
  return (
    <>
      <PageHeader title="Gallery" about="Every part of the kit in every state." />
      <Tabs label="Parts" tabs={tabs} value={tab} onValue={setTab}>
        <Panel />
      </Tabs>
      {alone && <Toaster />}
    </>
  );
}
