import {
  Archive,
  Box,
  Feather,
  Fish,
  Folder,
  Funnel,
  Headset,
  History,
  KeyRound,
  LayoutGrid,
  Lock,
  Mail,
  MailCheck,
  Megaphone,
  Monitor,
  Phone,
  PiggyBank,
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
  archive: Archive,
  backup: History,
  box: Box,
  device: Monitor,
  feather: Feather,
  fish: Fish,
  folder: Folder,
  funnel: Funnel,
  headset: Headset,
  key: KeyRound,
  lock: Lock,
  mail: Mail,
  megaphone: Megaphone,
  people: Users,
  phone: Phone,
  savings: PiggyBank,
  server: Server,
  shield: ShieldCheck,
  signature: Signature,
  "mail-shield": MailCheck,
};

type Props = { icon: string; name: string; size?: number; className?: string };

/** Draws what stands for a product, or the first letter of its name if nothing does. */
export function ProductDrawing({ icon, name, size = 18, className }: Props) {
  const known = iconNames.find((each): each is IconName => each === icon);
  const drawing = drawings[icon];
  if (drawing) return <Drawing of={drawing} size={size} className={className} />;
  if (known) return <Icon name={known} size={size} className={className} />;
  return <span className={className}>{name.slice(0, 1).toUpperCase()}</span>;
}

/** The picture that a product has in place of a drawing, and what it shows; without that it only decorates. */
export type ProductPicture = { image?: string | null | undefined; alt?: string | undefined };

export const ProductImage = ({ image, alt = "", className }: ProductPicture & { className: string }) => (
  <img src={image ?? ""} alt={alt} decoding="async" draggable={false} className={className} />
);

/** Shows a product's picture, or its drawing on a grey tile. */
export function ProductIcon({ icon, name, image, alt }: { icon: string; name: string } & ProductPicture) {
  return (
    <span
      aria-hidden={image && alt ? undefined : true}
      className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken font-semibold text-muted"
    >
      {image ? (
        <ProductImage {...{ image, alt }} className="size-full object-contain" />
      ) : (
        <ProductDrawing {...{ icon, name }} />
      )}
    </span>
  );
}
