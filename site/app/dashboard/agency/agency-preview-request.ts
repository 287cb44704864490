// The schema of a preview's request: the details as typed, which may be incomplete, but have the fields' types and sizes.
import { z } from 'zod';
import {
  isAgencyListField,
  weekDayNames,
  type AgencyFieldDefinition,
} from '../../agency/agency-field-definition.ts';
import {
  agencyFactFields,
  agencyTextFields,
  type AgencyFacts,
  type AgencyTexts,
} from '../../agency/agency-fields.ts';
import { logoBackgrounds } from '../../agency/agency-logo.ts';
import { productSettings } from '../../agency/product-settings.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';

const { preview, problems } = agencyScreenTexts;

/** Opening and closing time; an empty day is closed. */
const hours = z.partialRecord(z.enum(weekDayNames), z.tuple([z.string().max(5), z.string().max(5)]));

/** Of a number only the type: it is incomplete while it is typed. */
function schemaOf(field: AgencyFieldDefinition): z.ZodType {
  const { label } = field;
  if (field.kind === 'hours') return hours;
  if (field.kind === 'number')
    return z
      .int(problems.number(label, field.min, field.max))
      .min(0)
      .max(999_999_999);
  if (isAgencyListField(field))
    return z
      .array(z.string().max(field.maxLength, problems.lineTooLong(label, field.maxLength)))
      .max(field.maxLines, problems.tooMany(label, field.maxLines));
  if (field.kind === 'choice') return z.enum(field.options);
  if (field.kind === 'colour') return z.string().regex(/^#[0-9a-f]{6}$/, problems.colour);
  return z.string().max(field.maxLength, problems.tooLong(label, field.maxLength));
}

function schemaOfFields(fields: Readonly<Record<string, AgencyFieldDefinition>>) {
  const entries = Object.entries(fields).map(([name, field]) => [name, schemaOf(field).optional()] as const);
  return z.object(Object.fromEntries(entries));
}

const partner = z.object({
  name: z.string().max(120),
  logo: z.string().max(400).nullable(),
  ground: z.enum(logoBackgrounds),
});

export const agencyPreviewRequestSchema = z.object({
  path: z.enum(Object.keys(preview.pages) as (keyof typeof preview.pages)[]),
  record: z.object({
    facts: schemaOfFields(agencyFactFields) as z.ZodType<Partial<AgencyFacts>>,
    texts: z.object({
      [productSettings.locale]: (
        schemaOfFields(agencyTextFields) as z.ZodType<Partial<AgencyTexts>>
      ).optional(),
    }),
  }),
  partners: z.array(partner).max(100).readonly().default([]),
});

export type AgencyPreviewRequest = z.input<typeof agencyPreviewRequestSchema>;
export type AgencyPreviewPath = AgencyPreviewRequest['path'];

/** The page, or what is wrong with the request. */
export type AgencyPreviewResponse = { html: string } | { problem: string };
