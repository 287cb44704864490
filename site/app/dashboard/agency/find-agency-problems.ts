import { days, isList } from '../../agency/field-kinds.ts';
import { placeholders, privacyPlaceholders, unknownPlaceholders } from '../../agency/fill-placeholders.ts';
import { cleanEmailAddress, isEmailAddress } from '../../contact/email-address.ts';
import type { DraftProblem } from '../content/editor/use-draft.ts';
import { allFields, agencyFieldNames, linesOf, type AgencyDraft } from './agency-draft.ts';
import { agencyFieldTexts } from './agency-field-texts.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import type { FieldName } from './agency-sections.ts';

const { days: dayTexts, problems: t } = agencyScreenTexts;

/** The id of a field's control. */
export const controlId = (name: FieldName): string => `agency-${name}`;
export const dayControlId = (day: string): string => `agency-hours-${day}`;

const knownNames = placeholders.map((name) => `{{${name}}}`).join(', ');

/** By kind, for a value that is not blank. */
const forms = {
  phone: { isRight: isPhone, problem: t.phone },
  colour: { isRight: (text: string) => /^#[0-9a-f]{6}$/.test(text), problem: t.colour },
  dialled: { isRight: (text: string) => /^\+[1-9]\d{6,14}$/.test(text), problem: t.dialled },
  email: { isRight: (text: string) => isEmailAddress(cleanEmailAddress(text)), problem: t.email },
} as const;

/** "2026-12-24", and a day that exists. */
function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^\+?[\d ().-]+$/.test(text) && digits >= 7 && digits <= 15;
}

/** As it is written a number can be dialled with its country code or within North America; else its link is dead. */
function undialled({ phone, phoneDialled }: AgencyDraft): string | undefined {
  const isComplete = phone.trim().startsWith('+') || /^1?[2-9]\d{9}$/.test(phone.replaceAll(/\D/g, ''));
  return isComplete || phoneDialled.trim() !== '' ? undefined : t.undialled;
}

/** What must be mended, in the order of the form; the database asks the same. */
export function findAgencyProblems(draft: AgencyDraft): DraftProblem[] {
  return agencyFieldNames.flatMap((name) => {
    if (name === 'openingHours') return hoursProblems(draft);
    const text = problemOf(name, draft[name].trim()) ?? (name === 'phone' ? undialled(draft) : undefined);
    return text === undefined ? [] : [{ field: controlId(name), text }];
  });
}

function problemOf(name: Exclude<FieldName, 'openingHours'>, typed: string): string | undefined {
  const field = allFields[name];
  const { label } = agencyFieldTexts[name];
  if (field.kind === 'hours') return undefined;
  if (field.kind === 'number') {
    const isRight = /^\d{1,9}$/.test(typed) && Number(typed) >= field.min && Number(typed) <= field.max;
    return isRight ? undefined : t.number(label, field.min, field.max);
  }
  if (typed === '') return field.isRequired ? t.missing(label) : undefined;
  const [unknown] = unknownPlaceholders(typed, name === 'privacy' ? privacyPlaceholders : []);
  if (unknown !== undefined) return t.placeholder(label, unknown, knownNames);
  if (isList(field)) {
    const lines = linesOf(typed);
    if (lines.length > field.maxLines) return t.tooMany(label, field.maxLines);
    if (field.kind !== 'dates' && lines.some((line) => line.length > field.maxLength))
      return t.lineTooLong(label, field.maxLength);
    if (field.kind === 'links' && lines.some((line) => !/^https:\/\/[^\s<>"]+$/.test(line))) return t.links;
    return field.kind === 'dates' && !lines.every(isDay) ? t.dates(label) : undefined;
  }
  if (typed.length > field.maxLength) return t.tooLong(label, field.maxLength);
  const takesLines = field.kind === 'text' || field.kind === 'markdown';
  if (!takesLines && /\p{Cc}/u.test(typed)) return t.oneLine(label);
  const form = field.kind in forms ? forms[field.kind as keyof typeof forms] : undefined;
  return form && !form.isRight(typed) ? form.problem : undefined;
}

function hoursProblems({ openingHours }: AgencyDraft): DraftProblem[] {
  return days.flatMap((day) => {
    const [opens = '', closes = ''] = openingHours[day] ?? [];
    const name = dayTexts[day];
    if ((opens === '') !== (closes === '')) return [{ field: dayControlId(day), text: t.day(name) }];
    if (opens !== '' && opens >= closes) return [{ field: dayControlId(day), text: t.dayOrder(name) }];
    return [];
  });
}
