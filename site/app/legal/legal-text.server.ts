import { agency } from '../agency.ts';
import { formatToday } from '../ui/dates.ts';
import { createMarkdownIt } from '../ui/markdown.ts';

export interface LegalText {
  html: string;
  sections: { id: string; title: string }[];
  /** today in Toronto, as the spec says */
  effective: string;
}

/** A legal page from its Markdown, with the agency's name and contact put in. */
export function renderLegalText(markdown: string): LegalText {
  const text = markdown
    .replaceAll('{agency}', agency.name)
    .replaceAll('{phone}', `[${agency.phone}](${agency.phoneHref})`)
    .replaceAll('{email}', `[${agency.email}](${agency.emailHref})`);
  const { sections, render } = createMarkdownIt(text);
  return {
    html: sections.map(({ index }) => render(index)).join(''),
    sections: sections.map(({ id, title }) => ({ id, title })),
    effective: formatToday(),
  };
}
