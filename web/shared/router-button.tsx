import type { ReactNode } from "react";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { appLink } from "./link-render.tsx";

/** The primary action of a page where it is another page, which adds something. */
export const RouterButton = ({ to, children }: { to: string; children: ReactNode }) =>
  appLink({
    href: to,
    className: buttonClass("primary"),
    onClick: () => {},
    children: (
      <>
        <Icon name="add" />
        {children}
      </>
    ),
  });
