/** Selects all rows shown, or none; half ticked while some are selected. */
export const SelectAll = ({ count, of, onChange }: { count: number; of: number; onChange: (all: boolean) => void }) => (
  <input
    type="checkbox"
    aria-label="Select all rows shown"
    className="size-4 align-middle"
    ref={(box) => void (box && (box.indeterminate = count > 0 && count < of))}
    checked={of > 0 && count >= of}
    onChange={() => onChange(count < of)}
  />
);
