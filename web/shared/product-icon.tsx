import { Icon, iconNames, type IconName } from "../ui/icon.tsx";

/** Glyphs of kinds of products, 16 x 16, beside those of the kit. */
const glyphs: Record<string, string> = {
  apps: "M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5H9z",
  backup: "M13.2 8a5.2 5.2 0 1 1-1.5-3.7M13.4 2.3v3h-3M8 5.3V8.2l2 1.2",
  box: "M8 1.9 13.5 4.9v6.2L8 14.1 2.5 11.1V4.9L8 1.9ZM2.7 5 8 7.9 13.3 5M8 7.9v6",
  device: "M3 3h10a.8.8 0 0 1 .8.8v6a.8.8 0 0 1-.8.8H3a.8.8 0 0 1-.8-.8v-6A.8.8 0 0 1 3 3ZM5.5 13.3h5M8 10.7v2.5",
  folder: "M2 4.3a1 1 0 0 1 1-1h3.2l1.5 1.8H13a1 1 0 0 1 1 1v5.6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V4.3Z",
  key: "M10.3 9.2a3.5 3.5 0 1 0-3.3-2.4L2.5 11.3v2.2h2.2v-1.7h1.7v-1.7l1.5-1.5c.7.4 1.5.6 2.4.6ZM11 5.3v.010",
  lock: "M4 7.3h8a.8.8 0 0 1 .8.8v4.6a.8.8 0 0 1-.8.8H4a.8.8 0 0 1-.8-.8V8.1A.8.8 0 0 1 4 7.3ZM5.3 7.3V5.2a2.7 2.7 0 0 1 5.4 0v2.1",
  mail: "M2.7 3.5h10.6a.8.8 0 0 1 .8.8v7.4a.8.8 0 0 1-.8.8H2.7a.8.8 0 0 1-.8-.8V4.3a.8.8 0 0 1 .8-.8ZM2.2 4.5 8 8.8l5.8-4.3",
  "mail-shield":
    "M7.5 12H2.7a.8.8 0 0 1-.8-.8V4a.8.8 0 0 1 .8-.8h10.6a.8.8 0 0 1 .8.8v3M2.2 4.2 8 8.3l5.8-4.1M9.7 9.6l2.3-.9 2.3.9c0 2.3-.8 3.7-2.3 4.6-1.5-.9-2.3-2.3-2.3-4.6Z",
  people:
    "M6.2 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.2c.4-2.2 2.2-3.4 4.7-3.4s4.3 1.2 4.7 3.4M10.8 3.3a2.4 2.4 0 0 1 0 4.5M12.5 10.1c1.1.5 1.8 1.5 2.1 3.1",
  phone:
    "M4.2 2.3h2l1 3-1.5 1.2a8 8 0 0 0 3.8 3.8l1.2-1.5 3 1v2a1.3 1.3 0 0 1-1.4 1.3A10.4 10.4 0 0 1 2.9 3.7a1.3 1.3 0 0 1 1.3-1.4Z",
  server:
    "M3 2.8h10a.7.7 0 0 1 .7.7v3a.7.7 0 0 1-.7.7H3a.7.7 0 0 1-.7-.7v-3A.7.7 0 0 1 3 2.8ZM3 8.8h10a.7.7 0 0 1 .7.7v3a.7.7 0 0 1-.7.7H3a.7.7 0 0 1-.7-.7v-3a.7.7 0 0 1 .7-.7ZM5 5v.010M5 11v.010",
  shield: "M8 1.9 13 3.7c0 5-1.6 8.4-5 10.4-3.4-2-5-5.4-5-10.4L8 1.9ZM5.7 7.9l1.7 1.7 3-3.2",
  signature:
    "M2 11.5c1.5-5 3.2-7.8 4.5-7.8 1.8 0-.5 6 1.2 6 1 0 1.3-2.2 2.3-2.2s.5 2 1.5 2c.8 0 1.2-.7 2.5-.7M2.5 13.7h11",
};

/** A product's own glyph, or the first letter of its name where there is none. */
export function ProductIcon({ icon, name }: { icon: string; name: string }) {
  const known = iconNames.find((each): each is IconName => each === icon);
  const path = glyphs[icon];
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken font-semibold text-muted"
    >
      {path ? (
        <svg
          width={18}
          height={18}
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth={1.3}
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={path} />
        </svg>
      ) : known ? (
        <Icon name={known} size={18} />
      ) : (
        name.slice(0, 1).toUpperCase()
      )}
    </span>
  );
}
