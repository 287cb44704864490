/** The fields that texts may name as {{name}}. */
export const placeholders = [
  'name',
  'legalName',
  'phone',
  'email',
  'country',
  'province',
  'years',
  'consultationMinutes',
  'location',
  'hours',
] as const;

export type Placeholder = (typeof placeholders)[number];

const pattern = /\{\{\s*(\w+)\s*\}\}/g;

/** Names that are no field stay as they are. */
export function fillPlaceholders(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replaceAll(pattern, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder] : whole,
  );
}

export function unknownPlaceholders(text: string): string[] {
  const known: readonly string[] = placeholders;
  return [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !known.includes(name));
}
