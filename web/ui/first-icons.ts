import { Ban, CircleCheck, CircleX, Clock, Eye, EyeOff, Info, TriangleAlert, type IconNode } from "lucide";

/** Maps the icon names of the sign-in page to Lucide's drawings. */
export const firstIcons = {
  alert: TriangleAlert,
  checkCircle: CircleCheck,
  clock: Clock,
  cross: CircleX,
  eye: Eye,
  eyeOff: EyeOff,
  info: Info,
  none: Ban,
} as const satisfies Record<string, IconNode>;
