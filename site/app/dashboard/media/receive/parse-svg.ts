// Parses an SVG file into elements with the properties that may apply to them.
import { Parser } from 'htmlparser2';
import { type Geometry, outlineOf } from './svg-geometry.ts';

export interface SvgElement {
  /** In lower case, without a namespace. */
  name: string;
  attributes: Record<string, string>;
  /** Of attributes, of `style` and of style sheets, in lower case; of several values for one, all. */
  properties: [name: string, value: string][];
  children: SvgElement[];
  /** Null for what is no shape. */
  geometry: Geometry | null;
}

export interface ParsedSvg {
  root: SvgElement | undefined;
  byId: Map<string, SvgElement>;
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
  const parser = new Parser(
    {
      onopentag(tag, given) {
        const attributes = Object.fromEntries(
          Object.entries(given).map(([name, value]) => [localName(name), value]),
        );
        const name = localName(tag);
        const declared = declarationsIn(attributes['style'] ?? '');
        const properties = costlyOf([...Object.entries(attributes), ...declared]);
        const element = { name, attributes, properties, children: [], geometry: outlineOf(name, attributes) };
        all.push(element);
        // As librsvg does, the first of several.
        if (attributes['id'] !== undefined && !byId.has(attributes['id']))
          byId.set(attributes['id'], element);
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
  return { root, byId, comparisons: applyRules(css, all) * all.length };
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

/** Returns the number of rules. A rule whose selector is not a class may apply to every element. */
function applyRules(css: string, all: readonly SvgElement[]): number {
  const ofClass = new Map<string, SvgElement[]>();
  for (const element of all)
    for (const name of (element.attributes['class'] ?? '').split(/\s+/)) {
      const known = ofClass.get(name);
      if (known) known.push(element);
      else ofClass.set(name, [element]);
    }
  const rules = undisguised(css).split('}');
  if (rules.length * all.length > maxComparisons) return rules.length;
  for (const rule of rules) {
    const brace = rule.lastIndexOf('{');
    const declarations = costlyOf(declarationsIn(rule.slice(brace + 1)));
    if (brace < 0 || declarations.length === 0) continue;
    for (const selector of rule.slice(0, brace).split(',')) {
      const className = /^\.([\w-]+)$/.exec(selector.trim())?.[1];
      const matched = className === undefined ? all : (ofClass.get(className) ?? []);
      for (const { properties } of matched) properties.push(...declarations);
    }
  }
  return rules.length;
}

/** Above this, rules are not applied: they alone take too long. */
const maxComparisons = 2_000_000;

/** Properties that may cost time; colours do not. */
const costly =
  /^(?:fill|stroke|stroke-width|stroke-dasharray|marker.*|mask|filter|clip-path|opacity|mix-blend-mode|isolation|transform|viewbox)$/;

function costlyOf(properties: [name: string, value: string][]): [name: string, value: string][] {
  return properties.filter(([name]) => costly.test(name));
}

function declarationsIn(style: string): [name: string, value: string][] {
  return undisguised(style)
    .split(';')
    .map((declaration): [string, string] => {
      const colon = declaration.indexOf(':');
      return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()];
    });
}

/** Without comments and escapes of CSS: `\66ill` is `fill`. */
function undisguised(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replaceAll(/\\([\da-f]{1,6})\s?/gi, (_, hex: string) => {
      const code = parseInt(hex, 16);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
    });
}
