// The draft of the agency's details: its values, its problems.
import {
  agencyFactFields,
  agencyFactPresets,
  agencyFieldNames,
  agencyFields,
  agencyTextFields,
  agencyTextPresets,
  type AgencyFacts,
  type AgencyFieldName,
  type AgencyTexts,
  type AgencyRecord,
} from '../../agency/agency-fields.ts';
import {
  weekDayNames,
  isAgencyListField,
  type WeeklyOpeningHours,
} from '../../agency/agency-field-definition.ts';
import { replyPromiseOf } from '../../agency/reply-promise-of.ts';
import { productSettings } from '../../agency/product-settings.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import {
  agencyPlaceholders,
  fillPlaceholders,
  privacyPlaceholders,
  unknownPlaceholders,
} from '../../agency/fill-placeholders.ts';
import { formatTimeZone } from '../../ui/format-values.ts';
import { cleanEmailAddress, isEmailAddress } from '../../contact/email-address.ts';
import { formatPageTitle } from '../../seo/format-head-texts.ts';
import { seoTexts } from '../../seo/seo-texts.ts';
import type { DraftProblem } from '../content/use-form-draft.ts';

/** The values of the controls: texts as typed, lists with one entry per line. */
export type AgencyFieldsDraft = Record<Exclude<AgencyFieldName, 'openingHours'>, string> & {
  /** both times of each day, '' if there is none */
  openingHours: Record<string, readonly [string, string]>;
};

/** The program's own texts, as Markdown. */
export type LegalPresets = Pick<AgencyTexts, 'privacy' | 'terms'>;

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : String(value);
}

export function agencyFieldsDraftOf(record: AgencyRecord, legal: LegalPresets): AgencyFieldsDraft {
  const texts = { ...agencyTextPresets, ...record.texts[productSettings.locale] };
  const values: AgencyFacts & AgencyTexts = {
    ...agencyFactPresets,
    ...record.facts,
    ...texts,
    privacy: texts.privacy || legal.privacy,
    terms: texts.terms || legal.terms,
  };
  const entries = agencyFieldNames.map((name) => [name, asText(values[name])]);
  return {
    ...(Object.fromEntries(entries) as Record<Exclude<AgencyFieldName, 'openingHours'>, string>),
    openingHours: Object.fromEntries(
      weekDayNames.map((day) => [day, values.openingHours[day] ?? (['', ''] as const)]),
    ),
  };
}

/** Opening and closing time for response times until an owner enters opening hours. */
const usualHours = ['09:00', '17:00'] as const;

export function isOpenOn(hours: AgencyFieldsDraft['openingHours'], day: string): boolean {
  return (hours[day] ?? []).some((time) => time !== '');
}

/** Gives Monday to Friday the hours of Monday, or the usual hours if Monday is closed. */
export function copyMondayToWeekdays(
  hours: AgencyFieldsDraft['openingHours'],
): AgencyFieldsDraft['openingHours'] {
  const mon = isOpenOn(hours, 'mon') ? (hours['mon'] ?? usualHours) : usualHours;
  return { ...hours, mon, tue: mon, wed: mon, thu: mon, fri: mon };
}

/** Describes opening hours in one line, such as "Monday - Friday: 9:00 AM - 5:00 PM Pacific Time". */
export function describeHours(hours: AgencyFieldsDraft['openingHours'], timeZone: string): string {
  const isComplete = (day: string) => hours[day]?.every((time) => time !== '') ?? false;
  const shown = weekDayNames.some(isComplete) ? hours : copyMondayToWeekdays({});
  const spans: { first: string; last: string; times: string }[] = [];
  for (const [index, day] of weekDayNames.entries()) {
    const [opens = '', closes = ''] = shown[day] ?? [];
    if (opens === '' || closes === '') continue;
    const times = `${clockTime(opens)} - ${clockTime(closes)}`;
    const span = spans.at(-1);
    if (span && span.times === times && span.last === weekDayNames[index - 1]) span.last = day;
    else spans.push({ first: day, last: day, times });
  }
  const week = agencyScreenTexts.days as Readonly<Record<string, unknown>>;
  const lines = spans.map(({ first, last, times }) => {
    const days = first === last ? String(week[first]) : `${String(week[first])} - ${String(week[last])}`;
    return `${days}: ${times}`;
  });
  return `${lines.join(', ')} ${formatTimeZone(timeZone)}`.trim();
}

/** Formats "09:00" as "9:00 AM". */
function clockTime(time: string): string {
  return new Date(`1970-01-01T${time}Z`)
    .toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: 'UTC' })
    .replace('\u202F', ' ');
}

/** Whether a field still contains a value of the sample agency. */
export function isSampleValue(name: AgencyFieldName, typed: string): boolean {
  const { isSample = false, preset } = agencyFields[name];
  return isSample && typed === preset;
}

export function splitTypedLines(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function valueOf(name: AgencyFieldName, draft: AgencyFieldsDraft): unknown {
  if (name === 'openingHours') {
    const open = Object.entries(draft.openingHours).filter(([, [opens, closes]]) => opens && closes);
    return Object.fromEntries(open) as WeeklyOpeningHours;
  }
  const typed = draft[name].replaceAll('\r\n', '\n').trim();
  const field = agencyFields[name];
  if (field.kind === 'number') return Number(typed);
  return isAgencyListField(field) ? splitTypedLines(typed) : typed;
}

function changedValues(
  names: readonly string[],
  presets: Readonly<Record<string, unknown>>,
  draft: AgencyFieldsDraft,
): Record<string, unknown> {
  const values = names.map((name) => [name, valueOf(name as AgencyFieldName, draft)] as const);
  return Object.fromEntries(
    values.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(presets[name])),
  );
}

/** The record to store: fields that differ from the presets. Other languages stay unchanged. */
export function agencyRecordOf(
  draft: AgencyFieldsDraft,
  base: AgencyRecord,
  legal: LegalPresets,
): AgencyRecord {
  const presets = { ...agencyTextPresets, privacy: legal.privacy.trim(), terms: legal.terms.trim() };
  return {
    facts: changedValues(Object.keys(agencyFactFields), agencyFactPresets, draft),
    texts: {
      ...base.texts,
      [productSettings.locale]: changedValues(Object.keys(agencyTextFields), presets, draft),
    },
  };
}

const { days: dayTexts, problems: problemTexts } = agencyScreenTexts;

export const agencyControlId = (name: AgencyFieldName): string => `agency-${name}`;
export const openingDayControlId = (day: string): string => `agency-hours-${day}`;

const knownNames = agencyPlaceholders.map((name) => `{{${name}}}`).join(', ');

/** Checks by kind, for a value that is not blank. */
const forms = {
  phone: { isRight: isPhone, problem: problemTexts.phone },
  colour: { isRight: (text: string) => /^#[0-9a-f]{6}$/.test(text), problem: problemTexts.colour },
  dialled: {
    isRight: (text: string) => /^\+[1-9]\d{6,14}$/.test(text),
    problem: problemTexts.dialled,
  },
  email: {
    isRight: (text: string) => isEmailAddress(cleanEmailAddress(text)),
    problem: problemTexts.email,
  },
} as const;

/** Whether the text is an existing day such as "2026-12-24". */
function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^\+?[\d ().-]+$/.test(text) && digits >= 7 && digits <= 15;
}

/**
 * The problem of a phone number whose link would not work: it has no country code, is not North American, and no
 * number to dial was entered for it. Otherwise undefined.
 */
function undialled({ phone, phoneDialled }: AgencyFieldsDraft): string | undefined {
  const isComplete = phone.trim().startsWith('+') || /^1?[2-9]\d{9}$/.test(phone.replaceAll(/\D/g, ''));
  return isComplete || phoneDialled.trim() !== '' ? undefined : problemTexts.undialled;
}

/**
 * Describes how search results shorten the title of the home page, which the name of the agency follows; undefined if
 * the title is short enough.
 */
export function describeShortenedTitle(draft: AgencyFieldsDraft): string | undefined {
  const { openingHours: _hours, ...values } = draft;
  const title = fillPlaceholders(values.seoTitle, {
    ...values,
    ...replyPromiseOf(Number(values.replyDays)),
    tollFreePhone: values.phone,
  }).trim();
  const shown = formatPageTitle(title, values.name);
  return shown === seoTexts.title(title, values.name) ? undefined : agencyScreenTexts.cutTitle(shown);
}

/** What must be corrected, in the order of the form; the database has the same rules. */
export function findAgencyFieldProblems(draft: AgencyFieldsDraft): DraftProblem[] {
  return agencyFieldNames.flatMap((name) => {
    if (name === 'openingHours') return hoursProblems(draft);
    const text = problemOf(name, draft[name].trim()) ?? (name === 'phone' ? undialled(draft) : undefined);
    return text === undefined ? [] : [{ field: agencyControlId(name), text }];
  });
}

function problemOf(name: Exclude<AgencyFieldName, 'openingHours'>, typed: string): string | undefined {
  const field = agencyFields[name];
  const { label } = field;
  if (field.kind === 'hours') return undefined;
  if (field.kind === 'number') {
    const isRight = /^\d{1,9}$/.test(typed) && Number(typed) >= field.min && Number(typed) <= field.max;
    return isRight ? undefined : problemTexts.number(label, field.min, field.max);
  }
  if (typed === '') return field.isRequired ? problemTexts.missing(label) : undefined;
  const [unknown] = unknownPlaceholders(typed, name === 'privacy' ? privacyPlaceholders : []);
  if (unknown !== undefined) return problemTexts.placeholder(label, unknown, knownNames);
  if (isAgencyListField(field)) {
    const lines = splitTypedLines(typed);
    if (lines.length > field.maxLines) return problemTexts.tooMany(label, field.maxLines);
    if (field.kind !== 'dates' && lines.some((line) => line.length > field.maxLength))
      return problemTexts.lineTooLong(label, field.maxLength);
    if (field.kind === 'links' && lines.some((line) => !/^https:\/\/[^\s<>"]+$/.test(line)))
      return problemTexts.links;
    return field.kind === 'dates' && !lines.every(isDay) ? problemTexts.dates(label) : undefined;
  }
  if (typed.length > field.maxLength) return problemTexts.tooLong(label, field.maxLength);
  const takesLines = field.kind === 'text' || field.kind === 'markdown';
  if (!takesLines && /\p{Cc}/u.test(typed)) return problemTexts.oneLine(label);
  const form = field.kind in forms ? forms[field.kind as keyof typeof forms] : undefined;
  return form && !form.isRight(typed) ? form.problem : undefined;
}

function hoursProblems({ openingHours }: AgencyFieldsDraft): DraftProblem[] {
  return weekDayNames.flatMap((day) => {
    const [opens = '', closes = ''] = openingHours[day] ?? [];
    const name = dayTexts[day];
    if ((opens === '') !== (closes === ''))
      return [{ field: openingDayControlId(day), text: problemTexts.day(name) }];
    if (opens !== '' && opens >= closes)
      return [{ field: openingDayControlId(day), text: problemTexts.dayOrder(name) }];
    return [];
  });
}
