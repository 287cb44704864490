import { agency } from '../../agency.ts';
import { formatToday } from '../../ui/dates.ts';
import { createMarkdownIt } from '../../ui/markdown.ts';

export interface LegalText {
  html: string;
  sections: { id: string; title: string }[];
  /** today in Toronto, as the spec says */
  effective: string;
}

const contact: Record<string, string> = {
  agency: agency.name,
  province: agency.province,
  phone: `[${agency.phone}](${agency.phoneHref})`,
  email: `[${agency.email}](${agency.emailHref})`,
};

/** A legal page from its Markdown, with the agency's name, province and contact put in, and the page's own `facts`. */
export function renderLegalText(markdown: string, facts: Record<string, string> = {}): LegalText {
  const known = { ...facts, ...contact };
  const text = markdown.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
  const { sections, render } = createMarkdownIt(text);
  return {
    html: sections.map(({ index }) => render(index)).join(''),
    sections: sections.map(({ id, title }) => ({ id, title })),
    effective: formatToday(),
  };
}
