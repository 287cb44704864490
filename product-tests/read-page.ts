import { DomUtils, ElementType, parseDocument } from 'htmlparser2';

type Element = Parameters<Parameters<typeof DomUtils.findAll>[0]>[0];
type Document = ReturnType<typeof parseDocument>;
type Node = Element['children'][number];

/** A value, a pattern, or `true` for an attribute of any value. */
type Wanted = string | RegExp | true;

/** A tag, or what an element must have: `name` is its accessible name, `text` is in it, all others are attributes. */
type Query =
  | string
  | { tag?: string; class?: string; name?: string | RegExp; [attribute: string]: Wanted | undefined };

/** An element of a page as served. */
export interface PagePart {
  /** Without scripts, but with hidden text; white space is collapsed. */
  text: string;
  /** The accessible name: by label, alternative text or contents. */
  name: string;
  attribute: (name: string) => string | undefined;
  /** The matching elements inside, in the order of the document. */
  all: (query: Query) => PagePart[];
  /** Throws unless exactly one matches. */
  one: (query: Query) => PagePart;
  texts: (query: Query) => string[];
  /** The values of an attribute of the matching elements that have it. */
  values: (query: Query, attribute: string) => string[];
}

export interface ServedPage extends PagePart {
  status: number;
  headers: Headers;
  html: string;
}

/** A page as the server sends it, before any script; redirects are followed. */
export async function readPage(url: string): Promise<ServedPage> {
  const response = await fetch(url);
  const html = await response.text();
  return { ...parsePage(html), status: response.status, headers: response.headers, html };
}

export function parsePage(html: string): PagePart {
  const page = parseDocument(html);

  function nameOf(element: Element): string {
    const ids = element.attribs['aria-labelledby']?.split(' ') ?? [];
    const labels = ids.map((id) => DomUtils.getElementById(id, page.children));
    const label = labels.map((one) => (one ? spokenText(one) : '')).join(' ');
    return collapse(label || element.attribs['aria-label'] || spokenText(element));
  }

  function matches(element: Element, query: Query): boolean {
    if (typeof query === 'string') return element.name === query;
    return Object.entries(query).every(([key, wanted]) => {
      if (wanted === undefined) return true;
      if (key === 'tag') return element.name === wanted;
      if (key === 'class') return element.attribs['class']?.split(/\s+/).includes(String(wanted)) ?? false;
      if (key === 'name') return fits(nameOf(element), wanted);
      if (key === 'text') return fits(textOf(element), wanted);
      const value = element.attribs[key];
      return value !== undefined && fits(value, wanted);
    });
  }

  function toPart(node: Element | Document): PagePart {
    const element = 'attribs' in node ? node : undefined;
    const all = (query: Query) =>
      DomUtils.findAll((inner) => matches(inner, query), node.children).map(toPart);
    return {
      get text() {
        return textOf(node);
      },
      get name() {
        return element ? nameOf(element) : '';
      },
      attribute: (name) => element?.attribs[name],
      all,
      one(query) {
        const [found, ...more] = all(query);
        if (found && more.length === 0) return found;
        throw new Error(`${found ? more.length + 1 : 0} elements instead of one: ${describeQuery(query)}`);
      },
      texts: (query) => all(query).map(({ text }) => text),
      values: (query, name) => all(query).flatMap((part) => part.attribute(name) ?? []),
    };
  }

  return toPart(page);
}

function fits(value: string, wanted: Wanted): boolean {
  if (wanted === true) return true;
  return typeof wanted === 'string' ? value === wanted : wanted.test(value);
}

function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function textOf(element: Element | Document): string {
  return collapse(DomUtils.innerText(element.children));
}

/** What a screen reader says of the contents. */
function spokenText(node: Node): string {
  if (node.type === ElementType.Text) return node.data;
  if (!('attribs' in node) || node.attribs['aria-hidden'] === 'true') return '';
  if (node.name === 'img') return node.attribs['alt'] ?? '';
  return node.attribs['aria-label'] ?? node.children.map(spokenText).join('');
}

function describeQuery(query: Query): string {
  if (typeof query === 'string') return query;
  return Object.entries(query)
    .map(([key, wanted]) => `${key} ${String(wanted)}`)
    .join(', ');
}
