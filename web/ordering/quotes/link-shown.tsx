import { CopyButton } from "../../ui/copy-button.tsx";
import { ShownOnceDialog } from "../../shared/shown-once-dialog.tsx";

type Props = { link: string; mailed: string | null; onClose: () => void };

/** Shows a quote's link, which nobody can read again. */
export const LinkShown = ({ link, mailed, onClose }: Props) => (
  <ShownOnceDialog
    title="The quote's link"
    what="the link"
    loss="It is not shown again. You can make another one, with which this one stops working."
    onClose={onClose}
  >
    <p>
      {mailed ? `It is on its way to ${mailed}. ` : ""}Whoever has this link can read and accept the quote, so pass it
      on only to who may.
    </p>
    <code className="rounded-control bg-sunken p-3 text-sm break-all">{link}</code>
    <div>
      <CopyButton text={link} label="Copy link" />
    </div>
  </ShownOnceDialog>
);
