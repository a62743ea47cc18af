import { cx } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";

type CodeBlockProps = {
  /** What it is, such as "Key" or "Answer of the vendor". */
  label: string;
  text: string;
  /** What is copied, where that is not the text as shown. */
  copied?: string;
  /** One line that breaks, for keys and addresses; without it lines stay and the block scrolls. */
  wrap?: boolean;
};

/** Text for machines: shown to the letter, scrolled by keyboard too, copied with one press. */
export function CodeBlock({ label, text, copied = text, wrap }: CodeBlockProps) {
  return (
    <div className="relative min-w-0 rounded-control bg-sunken">
      <pre
        // A region that scrolls must be reached without a mouse.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={label}
        className={cx(
          "max-h-80 overflow-auto rounded-control py-2.5 pr-12 pl-3 font-mono text-sm",
          wrap && "wrap-anywhere whitespace-pre-wrap",
        )}
      >
        <code>{text}</code>
      </pre>
      <span className="absolute top-1 right-1">
        <CopyButton text={copied} label={`Copy ${label.toLowerCase()}`} />
      </span>
    </div>
  );
}
