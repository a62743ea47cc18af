import { drafts } from "@tradewind/contract/portal/drafts.ts";
import { keptOfDraft } from "@tradewind/domain/portal/drafts.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { call } from "../platform/api.ts";
import { useSession } from "../platform/session.ts";

const prefix = "draft:";
/** Milliseconds without a key after which what was typed goes to the server. */
const pause = 800;
type Options<Draft> = { untilLeft?: boolean; fits?: (draft: Draft) => boolean };

/**
 * Keeps a page's unsent state in this tab, so that a reload restores it, and on the server for a day, so that it is there
 * again after signing in, in any tab. It is discarded when it is as it was at `first`, when another person opens a page
 * with a draft in this tab and, with `untilLeft`, when the page is left. A draft that no longer `fits` is not restored.
 */
export function useDraft<Draft>(name: string, first: Draft, options: Options<Draft> = {}) {
  const { untilLeft = false, fits = () => true } = options;
  const keeper = useKeeper(name, untilLeft);
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = keeper.here<Draft>();
    return kept !== undefined && fits(kept) ? kept : first;
  });
  const begun = useRef(draft);
  const restore = useEffectEvent((kept: Draft | undefined) => {
    if (kept === undefined || draft !== begun.current || !fits({ ...first, ...kept })) return;
    begun.current = { ...first, ...kept };
    setDraft(begun.current);
  });
  const keep = useEffectEvent((now: Draft) => {
    if (now !== begun.current) keeper.keep(same(now, first) ? undefined : now);
  });
  useEffect(() => void keeper.there<Draft>().then(restore), [keeper]);
  useEffect(() => keep(draft), [draft]);
  /** Keeps nothing of it until it is changed again: what was typed is saved, though the page is still open. */
  const forget = () => keeper.keep(undefined);
  return [draft, setDraft, forget] as const;
}

/** The same for a form of a dialog or page, until it is left: closed, cancelled or saved. */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  form: Pick<UseFormReturn<Values>, "watch" | "getValues" | "reset" | "formState">,
): void {
  const keeper = useKeeper(name, true);
  const [begun] = useState(() => JSON.stringify(form.getValues()));
  const restore = useEffectEvent((kept: Values | undefined) => {
    if (kept !== undefined && JSON.stringify(form.getValues()) === begun)
      form.reset({ ...form.getValues(), ...kept }, { keepDefaultValues: true });
  });
  const watch = useEffectEvent(() =>
    form.watch((values) => keeper.keep(JSON.stringify(values) === begun ? undefined : values)),
  );
  useEffect(() => {
    const here = keeper.here<Values>();
    if (here === undefined) void keeper.there<Values>().then(restore);
    else restore(here);
    const watched = watch();
    return () => watched.unsubscribe();
  }, [keeper]);
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function useKeeper(name: string, untilLeft: boolean) {
  const { User, JumpedBy } = useSession();
  const mine = `${prefix}${User.userName}:`;
  // Staff of the marketplace, also in somebody's portal, have theirs in the tab alone.
  const isKept = User.Kind !== "admin" && JumpedBy === null;
  const [keeper, setKeeper] = useState(() => keeperOf(mine, name, isKept));
  if (keeper.key !== mine + name) setKeeper(keeperOf(mine, name, isKept));
  useEffect(() => () => keeper.stop(untilLeft), [keeper, untilLeft]);
  return keeper;
}

function keeperOf(mine: string, name: string, isKept: boolean) {
  const key = mine + name;
  const params = { form: name.slice(0, 200) };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void) | undefined;
  let onServer = false;
  const send = (value: unknown) => {
    waiting = undefined;
    onServer = value !== undefined;
    void (
      value === undefined
        ? call(drafts.drop, { params, aside: true })
        : call(drafts.keep, { params, body: { Value: JSON.stringify(keptOfDraft(value)) }, aside: true })
    ).catch(() => undefined);
  };
  return {
    key,
    /** The draft in this tab. */
    here: <Draft>() => read<Draft>(key, mine),
    /** The draft on the server. */
    there: async <Draft>(): Promise<Draft | undefined> => {
      if (!isKept) return undefined;
      const answer = await call(drafts.read, { params }).catch(() => undefined);
      if (!answer || answer.Value === null) return undefined;
      onServer = true;
      return JSON.parse(answer.Value) as Draft;
    },
    /** Keeps a draft; undefined for none. */
    keep(value: unknown) {
      try {
        if (value === undefined) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // If the storage is full, only the draft of this tab is lost.
      }
      clearTimeout(timer);
      if (!isKept) return;
      waiting = value === undefined && !onServer ? undefined : () => send(value);
      if (waiting) timer = setTimeout(waiting, pause);
    },
    stop(left: boolean) {
      clearTimeout(timer);
      if (!left) return waiting?.();
      sessionStorage.removeItem(key);
      if (onServer) send(undefined);
    },
  };
}

/** Reads the person's own draft, removing those that anybody else left in this tab. */
function read<Draft>(key: string, mine: string): Draft | undefined {
  for (const other of Object.keys(sessionStorage))
    if (other.startsWith(prefix) && !other.startsWith(mine)) sessionStorage.removeItem(other);
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "null") as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}
