/** The placeholders that owners may empty. */
const optionalPlaceholders = ['payForResults', 'replyTime', 'replyDays', 'readTime'] as const;

/** What texts may name as {{name}}: fields, and what is derived from them. */
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
  ...optionalPlaceholders,
] as const;

/** Placeholders of the Privacy Policy only: what the site does, according to its settings. */
export const privacyPlaceholders = ['retention', 'backups', 'protection'] as const;

export type AgencyPlaceholder = (typeof agencyPlaceholders)[number];

export type PrivacyPlaceholder = (typeof privacyPlaceholders)[number];

const pattern = /\{\{\s*(\w+)\s*\}\}/g;

type PlaceholderValues = Readonly<
  Record<AgencyPlaceholder, string> & Partial<Record<PrivacyPlaceholder, string>>
>;

/** Names that are not a field stay unchanged. A sentence that names an emptied field is left out. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  const emptied = optionalPlaceholders.filter((name) => values[name] === '');
  return withoutSentences(text, emptied).replaceAll(pattern, (whole, name: string) => {
    const known = [...agencyPlaceholders, ...privacyPlaceholders].find((one) => one === name);
    return (known && values[known]) ?? whole;
  });
}

/** The end of a sentence, with the quotes, brackets and marks that close after it. */
const sentenceEnd = /(?<=[.!?…][\u201D\u2019"')\]*_]*)\s+/u;

/** The text without the sentences that name one of these placeholders; a line without others is left out too. */
function withoutSentences(text: string, names: readonly string[]): string {
  const isNamed = (part: string) => [...part.matchAll(pattern)].some(([, name = '']) => names.includes(name));
  if (!isNamed(text)) return text;
  return text
    .split('\n')
    .flatMap((line) => {
      if (!isNamed(line)) return [line];
      const rest = line.split(sentenceEnd).filter((sentence) => !isNamed(sentence));
      return rest.length === 0 ? [] : [rest.join(' ')];
    })
    .join('\n');
}

export function unknownPlaceholders(text: string, others: readonly string[] = []): string[] {
  const known: readonly string[] = [...agencyPlaceholders, ...others];
  return [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !known.includes(name));
}
