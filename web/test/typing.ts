import { cdp } from "vitest/browser";

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;

/** Types all letters in one task: no time passes between them, however slow the machine is. */
export function typeAtOnce(field: Element, text: string): void {
  for (let length = 1; length <= text.length; length++) {
    setValue.call(field, text.slice(0, length));
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

/** Composes text at the end of a field, as phones and input methods do: the lock during a write cannot keep it back. */
export async function compose(field: Element, text: string): Promise<void> {
  (field as HTMLElement).focus();
  await cdp().send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
}
