// The options of a select.

/** One option for each value with its label, in this order. */
export function SelectOptions({ of }: { of: readonly (readonly [value: string | number, label: string])[] }) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
