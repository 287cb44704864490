import { agency } from '../agency.ts';

/** "{Page} · {Site}", and the description of the page. */
export function pageMeta(title: string, description: string) {
  return [{ title: `${title} · ${agency.name}` }, { name: 'description', content: description }];
}
