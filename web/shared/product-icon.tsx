import { Icon, iconNames, type IconName } from "../ui/icon.tsx";

/** A product's own icon, or the first letter of its name where the kit has none of that name. */
export function ProductIcon({ icon, name }: { icon: string; name: string }) {
  const known = iconNames.find((each): each is IconName => each === icon);
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken font-semibold text-muted"
    >
      {known ? <Icon name={known} size={18} /> : name.slice(0, 1).toUpperCase()}
    </span>
  );
}
