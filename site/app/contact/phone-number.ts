// Parses a typed phone number with its extension; builds its tel: link.
export interface PhoneNumber {
  /** with a leading plus if it was typed with one */
  dialled: string;
  digits: string;
  extension: string | null;
}

/** "x5", "ext. 5", "extension 5", "poste 5", "local 5", ";ext=5" or "#5" at the end of a number. */
const extension = /[\s,;.(-]*(?:extension|extn?|poste|local|loc|x|#)[\s.:=#]*(\d{1,7})[\s.)]*$/i;
const number = /\+?\(?\d[\d\s().-]*/g;
/** "+44 (0)20": the zero is dialled only without the country code. */
const trunkZero = /(\+\d{1,3}[\s.-]*)\(0\)/;

/**
 * Parses a typed number; null if the text is not exactly one number of 7 to 15 digits (E.164), because a doubtful one
 * must not be dialled. SQL: private.phone_digits; both are tested with contact-cases.fixture.ts.
 */
export function parsePhoneNumber(text: string): PhoneNumber | null {
  const typed = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-');
  const inner = extension.exec(typed);
  const numbers = typed.slice(0, inner?.index).replace(trunkZero, '$1').match(number) ?? [];
  const [only = ''] = numbers;
  const digits = only.replaceAll(/\D/g, '');
  if (numbers.length !== 1 || digits.length < 7 || digits.length > 15) return null;
  return { dialled: only.startsWith('+') ? `+${digits}` : digits, digits, extension: inner?.[1] ?? null };
}

/** The URL of a link that dials it (RFC 3966), or null. */
export function phoneLink(text: string): string | null {
  const read = parsePhoneNumber(text);
  return read && `tel:${read.dialled}${read.extension === null ? '' : `;ext=${read.extension}`}`;
}
