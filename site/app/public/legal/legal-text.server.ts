// Renders a legal text from Markdown with the agency's data in place of the placeholders.
import type { Agency } from '../../agency/agency.ts';
import { fillPlaceholders, type PrivacyPlaceholder } from '../../agency/fill-placeholders.ts';
import { replyPromiseOf } from '../../agency/reply-promise-of.ts';
import { labelTollFreePhone } from '../../agency/toll-free.ts';
import { formatLongDate } from '../../ui/format-values.ts';
import { parseMarkdownSections } from '../../ui/markdown.ts';

export interface LegalText {
  html: string;
  sections: { id: string; title: string }[];
  /** today in the agency's time zone, as specified */
  effective: string;
  timeZone: string;
}

/** A legal page from Markdown, with the agency's data, the site's settings (`{{retention}}`) and `facts` (`{name}`). */
export function renderLegalText(
  markdown: string,
  agency: Agency,
  facts: Record<string, string> = {},
  doings: Partial<Record<PrivacyPlaceholder, string>> = {},
): LegalText {
  const phone = `[${agency.phone}](${agency.phoneHref})`;
  const filled = fillPlaceholders(markdown, {
    ...agency,
    legalName: agency.legalName || agency.name,
    consultationMinutes: String(agency.consultationMinutes),
    ...replyPromiseOf(agency.replyDays),
    ...doings,
    phone,
    tollFreePhone: labelTollFreePhone(agency.phoneHref, phone),
    email: `[${agency.email}](${agency.emailHref})`,
  });
  const text = filled.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? whole) : whole,
  );
  const { sections, render } = parseMarkdownSections(text);
  return {
    html: sections.map(({ index }) => render(index)).join(''),
    sections: sections.map(({ id, title }) => ({ id, title })),
    effective: formatLongDate(new Date(), agency.timeZone),
    timeZone: agency.timeZone,
  };
}
