import { cannedTexts } from './canned-texts.ts';
import { field } from './unfilled-fields.ts';

const t = cannedTexts.fields;

/** What the fields of a canned reply stand for; null where it is not known. */
export interface FieldValues {
  firstName: string | null;
  service: string | null;
  myName: string | null;
  agency: string | null;
}

const fieldKeys = ['firstName', 'service', 'myName', 'agency'] as const;

/** As colleagues write it in a canned reply. */
export const fieldNames = fieldKeys.map((key) => `{{${t[key]}}}`);

/** "{{First Name }}" as "first name". */
function plainName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Puts in what is known. A field without a value, or with a name that is not ours, stays as it is. */
export function fillFields(body: string, values: FieldValues): string {
  return body.replaceAll(field, (written, name: string) => {
    const key = fieldKeys.find((one) => t[one] === plainName(name));
    return (key && values[key]?.trim()) || written;
  });
}

/** "Jean-Sébastien" of "Jean-Sébastien Bouchard". */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
