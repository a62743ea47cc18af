import { useState } from "react";
import { Button, buttonSizes, buttonVariants, IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FilterChips } from "../../ui/filter-chips.tsx";
import { Icon } from "../../ui/icon.tsx";
import { iconNames } from "../../ui/more-icons.ts";
import { Menu } from "../../ui/menu.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { Row, Specimen, Specimens } from "./specimen.tsx";

const names = {
  primary: "Add customer",
  secondary: "Rename",
  light: "Cancel",
  dark: "Review",
  link: "Show more",
  block: "Place order",
  outlineDanger: "Suspend customer",
};

export function ActionsGallery() {
  const [tab, setTab] = useState("services");
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set(["active"]));
  return (
    <Specimens>
      <Specimen name="Buttons" wide>
        <div className="grid gap-3">
          {buttonSizes.map((size) => (
            <Row key={size}>
              {buttonVariants.map((variant) => (
                <div key={variant} className={variant === "block" ? "w-48" : ""}>
                  <Button variant={variant} size={size}>
                    {names[variant]}
                  </Button>
                </div>
              ))}
            </Row>
          ))}
        </div>
      </Specimen>
      <Specimen name="Button states">
        <Row>
          <Button variant="primary" icon="add">
            Add customer
          </Button>
          <Button variant="primary" busy>
            Add customer
          </Button>
          <Button variant="primary" disabled>
            Add customer
          </Button>
          <Button disabled>Rename</Button>
          <Button variant="outlineDanger" disabled>
            Suspend
          </Button>
        </Row>
      </Specimen>
      <Specimen name="Icon buttons, copy, tooltip, link">
        <Row>
          <IconButton icon="edit" label="Rename" />
          <IconButton icon="settings" label="Settings" variant="secondary" />
          <IconButton icon="trash" label="Delete" disabled />
          <CopyButton text="TW-000412" label="Copy number" />
          <Tooltip text="Undo is possible for seven days after the order">
            <Button size="small">Why seven days</Button>
          </Tooltip>
          <span>
            See the <TextLink to="/dashboard">dashboard</TextLink>.
          </span>
        </Row>
      </Specimen>
      <Specimen name="Menus">
        <Row>
          <Menu
            label="Actions for Acme Dental"
            groups={[
              {
                items: [
                  { label: "Rename", icon: "edit" },
                  { label: "Reactivate", icon: "refresh", disabled: true, hint: "The customer is active" },
                ],
              },
              { items: [{ label: "Suspend customer", icon: "pause", danger: true }] },
            ]}
          />
          <Menu
            label="New"
            trigger={
              <>
                <Icon name="add" /> New
              </>
            }
            triggerClass="inline-flex h-9 items-center gap-2 rounded-control bg-accent px-3.5 font-medium text-on-accent"
            groups={[
              {
                title: "Add",
                items: [
                  { label: "Product", icon: "cloud" },
                  { label: "Customer", icon: "building" },
                ],
              },
            ]}
          />
        </Row>
      </Specimen>
      <Specimen name="Tabs">
        <Tabs
          label="Areas of a customer"
          tabs={[
            { id: "services", label: "Services", count: 12 },
            { id: "users", label: "Users", count: 1204 },
            { id: "activity", label: "Activity" },
          ]}
          value={tab}
          onValue={setTab}
        >
          <p className="text-muted">What belongs to the chosen tab.</p>
        </Tabs>
      </Specimen>
      <Specimen name="Filter chips">
        <FilterChips
          label="Marks"
          chips={[
            { id: "active", label: "Active", amount: "1,200" },
            { id: "suspended", label: "Suspended", amount: "34" },
            { id: "ended", label: "Ended", amount: "0", disabled: true },
          ]}
          chosen={marks}
          onChosen={setMarks}
        />
      </Specimen>
      <Specimen name="Icons">
        <Row>
          {iconNames.map((name) => (
            <span key={name} title={name} className="grid size-8 place-items-center rounded-control bg-sunken">
              <Icon name={name} />
            </span>
          ))}
        </Row>
      </Specimen>
    </Specimens>
  );
}
