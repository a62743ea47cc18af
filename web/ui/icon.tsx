import type { IconNode } from "lucide";
import { firstIcons } from "./first-icons.ts";
import type { moreIcons } from "./more-icons.ts";

export type IconName = keyof typeof firstIcons | keyof typeof moreIcons;
const drawings: Partial<Record<IconName, IconNode>> = { ...firstIcons };

/** Brings the other drawings to a document that does not begin with signing in. */
export const addIcons = (more: typeof moreIcons) => Object.assign(drawings, more);

type Props = { name: IconName; size?: number; className?: string };

/** Draws an icon in the colour of the text, hidden from assistive technology. */
export const Icon = ({ name, ...rest }: Props) => <Drawing of={drawings[name] ?? []} {...rest} />;

type DrawingProps = { of: IconNode; size?: number; className?: string };

/** Draws one of Lucide's icons, whose view box is 24 by 24. */
export const Drawing = ({ of, size = 16, className = "" }: DrawingProps) => (
  <svg
    aria-hidden="true"
    className={`shrink-0 ${className}`}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {of.map(([Tag, attributes], at) => (
      <Tag key={at} {...attributes} />
    ))}
  </svg>
);
