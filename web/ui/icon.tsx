import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Ban,
  Bell,
  Building,
  Calendar,
  ChartColumn,
  Check,
  ChevronDown,
  ChevronRight,
  ChevronsUpDown,
  CircleCheck,
  CirclePause,
  CircleQuestionMark,
  CircleX,
  Clock,
  Cloud,
  Copy,
  CreditCard,
  Download,
  Ellipsis,
  ExternalLink,
  Eye,
  EyeOff,
  File,
  FileText,
  Info,
  LogOut,
  Menu,
  Minus,
  Pencil,
  Plus,
  PoundSterling,
  RotateCw,
  Search,
  SlidersHorizontal,
  Trash,
  TriangleAlert,
  User,
  Users,
  X,
  type IconNode,
} from "lucide";

/** Maps our icon names to Lucide's drawings. */
const drawings = {
  add: Plus,
  alert: TriangleAlert,
  arrowDown: ArrowDown,
  arrowLeft: ArrowLeft,
  arrowRight: ArrowRight,
  arrowUp: ArrowUp,
  bell: Bell,
  building: Building,
  calendar: Calendar,
  card: CreditCard,
  chart: ChartColumn,
  check: Check,
  checkCircle: CircleCheck,
  chevronDown: ChevronDown,
  chevronRight: ChevronRight,
  clock: Clock,
  close: X,
  cloud: Cloud,
  copy: Copy,
  cross: CircleX,
  document: FileText,
  download: Download,
  edit: Pencil,
  external: ExternalLink,
  eye: Eye,
  eyeOff: EyeOff,
  file: File,
  help: CircleQuestionMark,
  info: Info,
  logout: LogOut,
  menu: Menu,
  minus: Minus,
  more: Ellipsis,
  none: Ban,
  pause: CirclePause,
  pound: PoundSterling,
  refresh: RotateCw,
  search: Search,
  settings: SlidersHorizontal,
  sort: ChevronsUpDown,
  trash: Trash,
  user: User,
  users: Users,
} as const satisfies Record<string, IconNode>;

export type IconName = keyof typeof drawings;
export const iconNames = Object.keys(drawings) as IconName[];

type Props = { name: IconName; size?: number; className?: string };

/** Draws an icon in the colour of the text, hidden from assistive technology. */
export const Icon = ({ name, ...rest }: Props) => <Drawing of={drawings[name]} {...rest} />;

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
