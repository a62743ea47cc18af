import {
  Box,
  Folder,
  History,
  KeyRound,
  LayoutGrid,
  Lock,
  Mail,
  MailCheck,
  Monitor,
  Phone,
  Server,
  ShieldCheck,
  Signature,
  Users,
  type IconNode,
} from "lucide";
import { Drawing, Icon, type IconName } from "../ui/icon.tsx";
import { iconNames } from "../ui/more-icons.ts";

/** Icons for kinds of products, in addition to those of the kit. */
const drawings: Record<string, IconNode> = {
  apps: LayoutGrid,
  backup: History,
  box: Box,
  device: Monitor,
  folder: Folder,
  key: KeyRound,
  lock: Lock,
  mail: Mail,
  people: Users,
  phone: Phone,
  server: Server,
  shield: ShieldCheck,
  signature: Signature,
  "mail-shield": MailCheck,
};

/** Draws a product's icon, or the first letter of its name if it has none. */
export function ProductIcon({ icon, name }: { icon: string; name: string }) {
  const known = iconNames.find((each): each is IconName => each === icon);
  const drawing = drawings[icon];
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken font-semibold text-muted"
    >
      {drawing ? (
        <Drawing of={drawing} size={18} />
      ) : known ? (
        <Icon name={known} size={18} />
      ) : (
        name.slice(0, 1).toUpperCase()
      )}
    </span>
  );
}
