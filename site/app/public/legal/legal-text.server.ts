import { agency } from '../../agency.ts';
import { formatToday } from '../../ui/dates.ts';
import { createMarkdownIt } from '../../ui/markdown.ts';

export interface LegalText {
  html: string;
  sections: { id: string; title: string }[];
  /** today in Toronto, as specified */
  effective: string;
}

const contact: Record<string, string> = {
  agency: agency.name,
  province: agency.province,
  phone: `[${agency.phone}](${agency.phoneHref})`,
  email: `[${agency.email}](${agency.emailHref})`,
};

/** A legal page from Markdown, with the agency's data and the page's `facts` filled in. */
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
