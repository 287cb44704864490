// The fields of the agency's settings, in the order of the dashboard's form.
import { agencyDetailFields } from './agency-detail-fields.ts';
import type { AgencyFieldDefinition, AgencyFieldScope, AgencyFieldValue } from './agency-field-definition.ts';
import { agencyPageFields } from './agency-page-fields.ts';

/**
 * The only definition of the fields, by section of the form; first those that every agency changes. The form, its
 * errors, the stored record, what pages read and the database's list (supabase/render-agency-fields.ts) are derived
 * from it.
 */
const agencySections = { ...agencyDetailFields, ...agencyPageFields };

type Sections = typeof agencySections;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Fields = Intersection<Sections[keyof Sections]>;

/** The values of the fields that are `Of`, such as { scope: 'home' }. */
type Values<Of> = {
  readonly [Name in keyof Fields as Fields[Name] extends Of ? Name : never]: AgencyFieldValue<Fields[Name]>;
};

type AgencySectionName = keyof Sections;
export type AgencyFacts = Values<{ part: 'facts' }>;
export type AgencyTexts = Values<{ part: 'texts' }>;
export type AgencyFactName = keyof AgencyFacts;
export type AgencyTextName = keyof AgencyTexts;
export type AgencyFieldName = AgencyFactName | AgencyTextName;
export type AgencyValuesShownOn<Scope extends AgencyFieldScope> = Values<{ scope: Scope }>;

type PlacedField = AgencyFieldDefinition & { section: AgencySectionName };

export const agencyFields = Object.fromEntries(
  Object.entries(agencySections).flatMap(([section, fields]) =>
    Object.entries(fields).map(([name, field]) => [name, { ...field, section }]),
  ),
) as Readonly<Record<AgencyFieldName, PlacedField>>;
export const agencySectionNames = Object.keys(agencySections) as AgencySectionName[];
export const agencyFieldNames = Object.keys(agencyFields) as AgencyFieldName[];

function fieldsOf<Name extends AgencyFieldName>(
  part: AgencyFieldDefinition['part'],
): Readonly<Record<Name, PlacedField>> {
  const own = Object.entries(agencyFields).filter(([, field]) => field.part === part);
  return Object.fromEntries(own) as Record<Name, PlacedField>;
}

export const agencyFactFields = fieldsOf<AgencyFactName>('facts');
export const agencyTextFields = fieldsOf<AgencyTextName>('texts');

function presetsOf<Presets>(fields: Readonly<Record<keyof Presets, AgencyFieldDefinition>>): Presets {
  const entries = Object.entries<AgencyFieldDefinition>(fields).map(([name, { preset }]) => [name, preset]);
  return Object.fromEntries(entries) as Presets;
}

export const agencyFactPresets = presetsOf<AgencyFacts>(agencyFactFields);
export const agencyTextPresets = presetsOf<AgencyTexts>(agencyTextFields);

/** The stored fields, which were changed. Missing fields have their presets. */
export interface AgencyRecord {
  facts: Partial<AgencyFacts>;
  /** by language */
  texts: Readonly<Record<string, Partial<AgencyTexts>>>;
  /** read together with it: the pages that owners have opened (content/content-types.ts) */
  openPages?: readonly string[];
}

export const emptyAgencyRecord: AgencyRecord = { facts: {}, texts: {} };
