import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { Spinner } from "./button.tsx";
import { cx } from "./class-names.ts";
import { Field, type FieldProps } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { usePopover } from "./popover.ts";

export type Option = { id: string; label: string; hint?: ReactNode; disabled?: boolean };

type ComboboxProps = FieldProps & {
  value: Option | null;
  onValue: (option: Option | null) => void;
  /** Receives the typed text, which then stays when focus leaves, for lists that accept new entries. */
  onText?: (text: string) => void;
  /** Finds options for the typed text; an empty text returns the first ones. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
};
type Found = { state: "searching" | "found" | "failed"; options: readonly Option[] };

/** Milliseconds without typing before the search. */
const typeaheadDelay = 200;

/** Shows one of many comboboxes in a long list: renders only its text until entered, since a browser
 * takes several times as long to create a text field. */
export function RowCombobox(props: ComboboxProps) {
  const [entered, setEntered] = useState(false);
  if (entered)
    return (
      <div onBlur={() => setEntered(false)}>
        <Combobox {...props} quietLabel autoFocus />
      </div>
    );
  const { label, value, placeholder, disabled } = props;
  return (
    <div className="relative">
      <div
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- closed, it controls nothing
        role="combobox"
        tabIndex={disabled ? undefined : 0}
        aria-label={label}
        aria-expanded="false"
        aria-disabled={disabled}
        aria-autocomplete="list"
        onFocus={() => setEntered(true)}
        data-typed="no"
        className="control grid items-center pr-9!"
      >
        <span className={cx("truncate", !value && "text-muted")}>{value?.label ?? placeholder}</span>
      </div>
      <Arrow />
    </div>
  );
}

const Arrow = () => (
  <Icon name="chevronDown" className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted" />
);

export function Combobox({
  value,
  onValue,
  onText,
  search,
  placeholder,
  disabled,
  autoFocus,
  ...field
}: ComboboxProps) {
  const list = useId();
  const [text, setText] = useState<string>();
  const [found, setFound] = useState<Found>({ state: "searching", options: [] });
  const [active, setActive] = useState(0);
  const { open, setOpen, anchor, panel, reposition } = usePopover("start", true);
  const find = useEffectEvent(search);
  const typed = text ?? "";

  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    setFound((before) => ({ state: "searching", options: before.options }));
    const timer = setTimeout(
      () =>
        find(typed.trim(), stop.signal).then(
          (options) => {
            if (stop.signal.aborted) return;
            setFound({ state: "found", options });
            setActive(
              Math.max(
                0,
                options.findIndex((option) => !option.disabled),
              ),
            );
          },
          () => stop.signal.aborted || setFound({ state: "failed", options: [] }),
        ),
      typed === "" ? 0 : typeaheadDelay,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [open, typed]);
  useEffect(reposition, [found, reposition]);

  const choose = (option: Option) => {
    // What is still shown of an earlier text is not what is looked for.
    if (option.disabled || found.state !== "found") return;
    onValue(option);
    onText?.("");
    setText(undefined);
    setOpen(false);
  };
  const step = (by: 1 | -1) => {
    const { options } = found;
    for (let count = 1; count <= options.length; count++) {
      const at = (active + by * count + options.length * count) % options.length;
      if (!options[at]!.disabled) return setActive(at);
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (open) step(event.key === "ArrowDown" ? 1 : -1);
      else setOpen(true);
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      const option = found.options[active];
      if (option) choose(option);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setText(undefined);
    }
  };
  const shownOption = open ? found.options[active] : undefined;

  return (
    <Field {...field}>
      {(ids) => (
        <div className="relative" ref={(element) => void (anchor.current = element)}>
          <input
            {...ids}
            type="text"
            role="combobox"
            aria-expanded={open}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={shownOption && `${list}-${active}`}
            autoComplete="off"
            spellCheck={false}
            autoFocus={autoFocus}
            disabled={disabled}
            placeholder={placeholder}
            value={text ?? value?.label ?? ""}
            onChange={(event) => {
              setText(event.target.value);
              onText?.(event.target.value);
              if (value) onValue(null);
              setOpen(true);
            }}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onBlur={() => {
              setOpen(false);
              if (!onText) setText(undefined);
            }}
            onKeyDown={press}
            className="control w-full pr-9!"
          />
          <Arrow />
          {open && (
            <div ref={panel} popover="manual" className="popover" onPointerDown={(event) => event.preventDefault()}>
              <ul
                id={list}
                role="listbox"
                aria-label={field.label}
                className="max-h-72 overflow-y-auto overscroll-contain"
              >
                {found.options.map((option, at) => (
                  <OptionLine
                    key={option.id}
                    id={`${list}-${at}`}
                    option={option}
                    outdated={found.state !== "found"}
                    active={at === active}
                    chosen={option.id === value?.id}
                    onChoose={() => choose(option)}
                    onPoint={() => setActive(at)}
                  />
                ))}
              </ul>
              <Aside found={found} />
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

function OptionLine({
  id,
  option,
  outdated,
  active,
  chosen,
  onChoose,
  onPoint,
}: {
  id: string;
  option: Option;
  outdated: boolean;
  active: boolean;
  chosen: boolean;
  onChoose: () => void;
  onPoint: () => void;
}) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={chosen}
      aria-disabled={option.disabled || outdated || undefined}
      ref={(element) => void (active && element?.scrollIntoView({ block: "nearest" }))}
      className={cx(
        "flex min-h-9 items-center gap-2 rounded-control px-2.5 py-1.5 max-md:min-h-11",
        option.disabled ? "text-muted" : "cursor-pointer",
        active && "bg-sunken",
      )}
      onClick={onChoose}
      onPointerMove={active || option.disabled ? undefined : onPoint}
    >
      <span className="grid min-w-0 flex-1">
        <span className="truncate">{option.label}</span>
        {option.hint && <span className="truncate text-sm text-muted">{option.hint}</span>}
      </span>
      {chosen && <Icon name="check" className="text-accent-text" />}
    </li>
  );
}

function Aside({ found }: { found: Found }) {
  if (found.state === "found" && found.options.length > 0) return null;
  const quiet = "flex items-center gap-2 px-2.5 py-2 text-muted";
  return (
    <p role="status" className={quiet}>
      {found.state === "searching" && found.options.length === 0 && (
        <>
          <Spinner /> Searching
        </>
      )}
      {found.state === "found" && "No matches found"}
      {found.state === "failed" && "The list could not be loaded. Please try again."}
    </p>
  );
}
