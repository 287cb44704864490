// Parses an SVG file into elements with the properties that may apply to them.
import { Parser } from 'htmlparser2';
import { blocksIn, type Declaration, declarationsIn, isPlainCss, withoutComments } from './svg-css.ts';
import { type Geometry, outlineOf } from './svg-geometry.ts';

export interface SvgElement {
  /** In lower case, without a namespace. */
  name: string;
  attributes: Record<string, string>;
  /** Of attributes, of `style` and of style sheets, in lower case; of several values for one, all. */
  properties: Declaration[];
  children: SvgElement[];
  /** Null for what is no shape. */
  geometry: Geometry | null;
}

export interface ParsedSvg {
  root: SvgElement | undefined;
  byId: Map<string, SvgElement>;
  /** Whether other parsers find the same attributes and declarations. */
  isPlain: boolean;
  /** Of a rule with an element. */
  comparisons: number;
}

/** Whatever the prefixes of names are: a namespace may have any. */
export function parseSvg(svg: string): ParsedSvg {
  let root: SvgElement | undefined;
  const byId = new Map<string, SvgElement>();
  const all: SvgElement[] = [];
  const open: SvgElement[] = [];
  let css = '';
  let isPlain = true;
  const parser = new Parser(
    {
      onopentag(tag, given) {
        const attributes = attributesOf(given);
        isPlain &&= attributes !== null;
        const name = localName(tag);
        const style = attributes?.['style'] ?? '';
        const own = costlyOf(Object.entries(attributes ?? {}));
        isPlain &&= [style, ...own.map(([, value]) => value)].every(isPlainCss);
        const properties = [
          ...own.map(([key, value]): Declaration => [key, withoutComments(value).trim()]),
          ...costlyOf(declarationsIn(style)),
        ];
        const element: SvgElement = {
          name,
          attributes: attributes ?? {},
          properties,
          children: [],
          geometry: outlineOf(name, attributes ?? {}),
        };
        all.push(element);
        // As librsvg does, the first of several.
        for (const id of [given['id'], given['xml:id']])
          if (id !== undefined && !byId.has(id)) byId.set(id, element);
        open.at(-1)?.children.push(element);
        root ??= element;
        open.push(element);
      },
      ontext(text) {
        if (open.at(-1)?.name === 'style') css += text;
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(svg);
  isPlain &&= isPlainCss(css);
  return { root, byId, isPlain, comparisons: applyRules(css, all) * all.length };
}

/** The ID of the part to which an element refers. */
export function linkOf({ attributes }: SvgElement): string | undefined {
  const href = attributes['href']?.trim();
  return href?.startsWith('#') ? href.slice(1) : undefined;
}

/** Without its prefix: `xlink:href` is `href`. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/**
 * By their names in small letters. A prefix means another purpose, except that of a link, which may be any; null if
 * it is unknown which of several links, or of names with the same letters, counts.
 */
function attributesOf(given: Record<string, string>): Record<string, string> | null {
  const attributes: Record<string, string> = {};
  const links: string[] = [];
  for (const [key, value] of Object.entries(given)) {
    const name = localName(key);
    if (name === 'href' && key !== name) links.push(value);
    if (key.includes(':')) continue;
    if (Object.hasOwn(attributes, name)) return null;
    attributes[name] = value;
  }
  if (links.length > 1) return null;
  return links[0] === undefined ? attributes : { href: links[0], ...attributes };
}

/** Returns the number of rules. A rule whose selector is not a class may apply to every element. */
function applyRules(css: string, all: readonly SvgElement[]): number {
  const ofClass = new Map<string, SvgElement[]>();
  for (const element of all)
    for (const name of (element.attributes['class'] ?? '').split(/\s+/)) {
      const known = ofClass.get(name);
      if (known) known.push(element);
      else ofClass.set(name, [element]);
    }
  const blocks = blocksIn(css);
  if (blocks.length * all.length > maxComparisons) return blocks.length;
  for (const { selector: selectors, content } of blocks) {
    const declarations = costlyOf(declarationsIn(content));
    if (declarations.length === 0) continue;
    for (const selector of (selectors ?? '*').split(',')) {
      const className = /^\.([\w-]+)$/.exec(selector.trim())?.[1];
      const matched = className === undefined ? all : (ofClass.get(className) ?? []);
      for (const { properties } of matched) properties.push(...declarations);
    }
  }
  return blocks.length;
}

/** Above this, rules are not applied: they alone take too long. */
const maxComparisons = 2_000_000;

/** Properties that may cost time; colours do not. */
const costly =
  /^(?:fill|stroke|stroke-width|stroke-dasharray|marker(?:-start|-mid|-end)?|mask|mask-image|(?:backdrop-)?filter|clip-path|opacity|mix-blend-mode|isolation|transform|viewbox|width|height|r[xy]?)$/;

function costlyOf(properties: Declaration[]): Declaration[] {
  return properties.filter(([name]) => costly.test(name));
}
