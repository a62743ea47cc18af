import { cx } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";

type CodeBlockProps = {
  /** The label, such as "Key" or "Answer of the vendor". */
  label: string;
  text: string;
  /** The text to copy, if it differs from the text shown. */
  copied?: string;
  /** Breaks a single line, for keys and addresses; otherwise lines stay whole and the block scrolls. */
  wrap?: boolean;
};

/** Shows text for machines: verbatim, scrollable by keyboard too, copied with one press. */
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
          "max-h-80 overflow-auto rounded-control py-2.5 pr-24 pl-3 font-mono text-sm",
          wrap && "wrap-anywhere whitespace-pre-wrap",
        )}
      >
        <code>{text}</code>
      </pre>
      <span className="absolute top-1 right-1">
        <CopyButton
          text={copied}
          label={
            <>
              Copy<span className="sr-only"> {label.toLowerCase()}</span>
            </>
          }
        />
      </span>
    </div>
  );
}
