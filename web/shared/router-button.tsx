import type { ReactNode } from "react";
import { buttonClass, type ButtonVariant } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { appLink } from "./link-render.tsx";

type Props = { to: string; variant?: ButtonVariant; children: ReactNode };

/** A button that opens another page. */
export const RouterButton = ({ to, variant = "primary", children }: Props) =>
  appLink({
    href: to,
    className: buttonClass(variant),
    onClick: () => {},
    children: (
      <>
        <Icon name="add" />
        {children}
      </>
    ),
  });
