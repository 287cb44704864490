// Converts the stored settings record to the agency data that pages, mails, feeds show.
import {
  presetColourValues,
  type ColourStyleSheet,
  arePresetBrandColours,
  brandColoursOf,
  inlineColoursOf,
  type InlineColours,
} from '../colours/colour-tokens.ts';
import { parsePhoneNumber } from '../contact/phone-number.ts';
import { agencyIconOf, agencyLogoOf, type AgencyIcon, type AgencyLogo } from './agency-logo.ts';
import type { AgencyFieldScope } from './agency-field-definition.ts';
import {
  agencyFactPresets,
  agencyFieldNames,
  agencyFields,
  agencyTextPresets,
  type AgencyFacts,
  type AgencyTexts,
  type AgencyRecord,
  type AgencyValuesShownOn,
} from './agency-fields.ts';
import { fillPlaceholders, type AgencyPlaceholder } from './fill-placeholders.ts';
import { productSettings } from './product-settings.ts';
import { replyPromiseOf } from './reply-promise-of.ts';
import { labelTollFreePhone } from './toll-free.ts';

/** What pages, mails and feeds show, in one language and with placeholders filled in. Included in every page. */
export interface Agency extends AgencyValuesShownOn<'pages'> {
  readonly phoneHref: string;
  /** the lines of the mailing address; none without a street */
  readonly addressLines: readonly string[];
  /** names of the pages that are open, among those that need not be (content/content-types.ts) */
  readonly openPages: readonly string[];
  readonly emailHref: string;
  /** missing if the header shows the name with the sample agency's mark or the first letter */
  readonly logo?: AgencyLogo;
  /** Whether pages draw the sample agency's mark, a ring with a line: until an owner enters a name or a logo. */
  readonly hasSampleMark: boolean;
  /** the icon in the browser's tab */
  readonly icon: AgencyIcon;
  /** URL of the style sheet with the agency's own colours; missing if it uses the default colours. */
  readonly colours?: string;
}

/** The agency with what only the server needs. */
export interface ServerAgency {
  agency: Agency;
  home: AgencyValuesShownOn<'home'>;
  services: AgencyValuesShownOn<'services'>;
  /** Lines; empty means the agency's name. */
  mailSignature: readonly string[];
  /** The text of the mail that acknowledges a request. */
  acknowledgementText: string;
  /** Colours of mails and share images. */
  colours: InlineColours;
  /**
   * Markdown with placeholders, which the pages replace, because they make links of the phone number and the email
   * address; an empty policy is the program's own text.
   */
  legal: AgencyValuesShownOn<'legal'>;
}

/** Reads the agency's settings on the server: see server/agency/create-agency-source.ts. */
export interface AgencySource {
  /** The present settings; in an outage the last known ones. */
  read(): Promise<ServerAgency>;
  /** The settings as they were last read. */
  last(): ServerAgency;
  /**
   * The settings are read again after this time, in milliseconds since 1970: then the first record of a list may
   * become public.
   */
  expireAt(time: number): void;
}

/**
 * Makes the agency from a stored record, or without one from the presets. `colours` are its own
 * (createAgencyColourStyleSheet); null means those of the tokens.
 */
export function toServerAgency(
  record: AgencyRecord,
  colours: ColourStyleSheet | null = null,
  language: string = productSettings.locale,
): ServerAgency {
  const stored = { ...agencyFactPresets, ...record.facts };
  const facts = { ...stored, postalCode: formatPostalCode(stored.postalCode) };
  const texts = { ...agencyTextPresets, ...record.texts[language] };
  const filled = { ...facts, ...fillTexts(texts, placeholderValues(facts, texts)) };
  const logo = agencyLogoOf(facts);
  const colourValues = colours?.values ?? presetColourValues;
  const hasSampleMark = facts.name === agencyFactPresets.name && logo === null;
  return {
    agency: {
      ...valuesShownOn('pages', filled),
      timeZone: knownZone(facts.timeZone),
      openPages: record.openPages ?? [],
      phoneHref: phoneHrefOf(facts),
      emailHref: `mailto:${facts.email}`,
      addressLines: addressLinesOf(facts),
      hasSampleMark,
      ...(logo && { logo }),
      icon: agencyIconOf(facts, { logo, hasSampleMark }, colourValues),
      ...(colours && { colours: colours.address }),
    },
    home: valuesShownOn('home', filled),
    services: valuesShownOn('services', filled),
    colours: inlineColoursOf(colourValues),
    mailSignature: filled.mailSignature.split('\n').filter((line) => line.trim() !== ''),
    acknowledgementText: filled.acknowledgementText,
    legal: valuesShownOn('legal', texts),
  };
}

function valuesShownOn<Scope extends AgencyFieldScope>(
  scope: Scope,
  values: Partial<AgencyFacts & AgencyTexts>,
): AgencyValuesShownOn<Scope> {
  const names = agencyFieldNames.filter((name) => agencyFields[name].scope === scope);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as AgencyValuesShownOn<Scope>;
}

/** Values of the placeholders in texts: facts, and the two texts that express facts in words. */
function placeholderValues(facts: AgencyFacts, texts: AgencyTexts): Record<AgencyPlaceholder, string> {
  const { name, legalName, phone, email, country, province, years, consultationMinutes, replyDays } = facts;
  return {
    name,
    legalName: legalName || name,
    phone,
    tollFreePhone: labelTollFreePhone(phoneHrefOf(facts), phone),
    email,
    country,
    province,
    years,
    consultationMinutes: String(consultationMinutes),
    location: texts.location,
    hours: texts.hours,
    payForResults: texts.payForResults,
    ...replyPromiseOf(replyDays),
  };
}

function fillTexts(texts: AgencyTexts, values: Readonly<Record<AgencyPlaceholder, string>>): AgencyTexts {
  const fill = (value: string | readonly string[]) =>
    typeof value === 'string'
      ? fillPlaceholders(value, values)
      : value.map((line) => fillPlaceholders(line, values)).filter((line) => line !== '');
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, fill(value)]),
  ) as unknown as AgencyTexts;
}

/** The lines as on an envelope; none without a street, because the address would be incomplete. */
/** A Canadian code as Canada Post writes it: "v8w1t3" becomes "V8W 1T3". */
function formatPostalCode(code: string): string {
  return code.replace(/^([a-z]\d[a-z])[ -]?(\d[a-z]\d)$/i, (_, area: string, unit: string) =>
    `${area} ${unit}`.toUpperCase(),
  );
}

function addressLinesOf({ street, city, province, postalCode, country }: AgencyFacts): string[] {
  if (street === '') return [];
  const town = [city, province].filter((part) => part !== '').join(', ');
  // non-breaking spaces keep the postal code on one line
  return [street, `${town} ${postalCode.replaceAll(' ', '\u00A0')}`.trim(), country];
}

function phoneHrefOf({ phone, phoneDialled }: AgencyFacts): string {
  return `tel:${phoneDialled || dialledNumber(phone)}`;
}

/** Adds the country code of North America to "1-800-555-0199" and "(416) 555-0101", unless the number has one. */
function dialledNumber(phone: string): string {
  const { dialled = '', digits = '' } = parsePhoneNumber(phone) ?? {};
  if (dialled.startsWith('+')) return dialled;
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

/** Replaces a zone that this machine does not know, which would prevent every page from being rendered. */
function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }).resolvedOptions().timeZone && timeZone;
  } catch {
    return agencyFactPresets.timeZone;
  }
}

/** The agency's own colours, or null. The colour library takes half a second to load, so only if there are any. */
export async function createAgencyColourStyleSheet({
  facts,
}: AgencyRecord): Promise<ColourStyleSheet | null> {
  const brand = brandColoursOf({ ...agencyFactPresets, ...facts });
  if (arePresetBrandColours(brand)) return null;
  const { createColourStyleSheet } = await import('../colours/colour-style-sheet.server.ts');
  return createColourStyleSheet(brand);
}
