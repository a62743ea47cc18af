/** Reads the names of a form with brackets, such as `metadata[paymentId]` or `expand[0]`, as objects in objects. */
export function nested(form: Readonly<Record<string, any>>): Record<string, any> {
  const root: Record<string, any> = {};
  for (const [name, value] of Object.entries(form)) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== "");
    const last = keys.pop()!;
    let inner = root;
    for (const key of keys) inner = inner[key] ??= {};
    inner[last] = value;
  }
  return root;
}
