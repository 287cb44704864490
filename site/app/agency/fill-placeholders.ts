/** The fields that texts may name as {{name}}. */
export const agencyPlaceholders = [
  'name',
  'legalName',
  'phone',
  'tollFreePhone',
  'email',
  'country',
  'province',
  'years',
  'consultationMinutes',
  'location',
  'hours',
] as const;

/** Placeholders of the Privacy Policy only: what the site does, according to its settings. */
export const privacyPlaceholders = ['retention', 'backups', 'protection'] as const;

export type AgencyPlaceholder = (typeof agencyPlaceholders)[number];

export type PrivacyPlaceholder = (typeof privacyPlaceholders)[number];

const pattern = /\{\{\s*(\w+)\s*\}\}/g;

/** Names that are not a field stay unchanged. */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<AgencyPlaceholder, string> & Partial<Record<PrivacyPlaceholder, string>>>,
): string {
  return text.replaceAll(pattern, (whole, name: string) => {
    const known = [...agencyPlaceholders, ...privacyPlaceholders].find((one) => one === name);
    return (known && values[known]) ?? whole;
  });
}

export function unknownPlaceholders(text: string, others: readonly string[] = []): string[] {
  const known: readonly string[] = [...agencyPlaceholders, ...others];
  return [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !known.includes(name));
}
