/** Opening and closing time by day, "09:00" to "17:00"; a missing day is closed. */
export type WeekHours = Readonly<Partial<Record<WeekDayName, readonly [open: string, close: string]>>>;

export const weekDayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type WeekDayName = (typeof weekDayNames)[number];

interface Rules {
  /** in characters; per line if there are several */
  maxLength: number;
  isRequired: boolean;
}

/**
 * The kind of a field and its limits. The database checks the same: `private.agency_fields()`; a test compares them.
 */
export type AgencyFieldDefinition =
  | ({ kind: TextKind; preset: string } & Rules)
  | ({ kind: 'choice'; preset: string; options: readonly string[] } & Rules)
  | ({ kind: ListKind; preset: readonly string[]; maxLines: number } & Rules)
  | { kind: 'number'; preset: number; min: number; max: number }
  | { kind: 'hours'; preset: WeekHours };

export type AgencyFieldValue<Field extends AgencyFieldDefinition> = Field extends { kind: ListKind }
  ? readonly string[]
  : Field extends { kind: 'number' }
    ? number
    : Field extends { kind: 'hours' }
      ? WeekHours
      : string;

/** Several lines of text. */
type ListKind = 'lines' | 'links' | 'dates';

type TextKind = 'line' | 'text' | 'markdown' | 'phone' | 'dialled' | 'email' | 'zone' | 'picture' | 'colour';

function textField<Kind extends TextKind>(kind: Kind) {
  return (preset: string, maxLength: number, isRequired = true) => ({ kind, preset, maxLength, isRequired });
}

/** One line of text. */
export const lineFieldKind = textField('line');
/** Text with line breaks. */
export const multilineTextFieldKind = textField('text');
export const markdownFieldKind = textField('markdown');
/** A phone number as people write it. */
export const phoneFieldKind = textField('phone');
/** A phone number with its country code: "+18005550199". */
export const dialledPhoneFieldKind = textField('dialled');
export const emailFieldKind = textField('email');
/** A time zone of the IANA list. */
export const timeZoneFieldKind = textField('zone');

/** The URL of an uploaded picture. */
export const pictureFieldKind = textField('picture');

/** A colour such as "#0b4a5e". */
export const colourFieldKind = textField('colour');

/** One of `options`; the database accepts any word. */
export function choiceFieldKind(preset: string, options: readonly string[]) {
  return { kind: 'choice' as const, preset, options, maxLength: 20, isRequired: true };
}

export function lineListFieldKind(preset: readonly string[], maxLines: number, maxLength: number) {
  return { kind: 'lines' as const, preset, maxLines, maxLength, isRequired: true };
}

/** URLs that begin with https:// */
export function links(preset: readonly string[], maxLines: number, maxLength: number) {
  return { kind: 'links' as const, preset, maxLines, maxLength, isRequired: false };
}

/** Days such as "2026-12-24". */
export function datesFieldKind(preset: readonly string[], maxLines: number) {
  return { kind: 'dates' as const, preset, maxLines, maxLength: 10, isRequired: false };
}

export function isListFieldKind(
  field: AgencyFieldDefinition,
): field is AgencyFieldDefinition & { kind: ListKind } {
  return field.kind === 'lines' || field.kind === 'links' || field.kind === 'dates';
}

export function numberFieldKind(preset: number, min: number, max: number) {
  return { kind: 'number' as const, preset, min, max };
}

export function openingHoursFieldKind(preset: WeekHours) {
  return { kind: 'hours' as const, preset };
}
