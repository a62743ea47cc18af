const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;

/** Types letter by letter in one go: however slow the machine is, no time passes between. */
export function typeAtOnce(field: Element, text: string): void {
  for (let length = 1; length <= text.length; length++) {
    setValue.call(field, text.slice(0, length));
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}
