import type { Page } from '@playwright/test';
import { blend, parse, wcagContrast } from 'culori';
import { PNG } from 'pngjs';
import { waitUntilStill } from './presentation.ts';

/** Required contrast by text size: for large text, and for all other text. */
const needed = { AA: [3, 4.5], AAA: [4.5, 7] } as const;

/** A text at its position in the window. */
interface Standing {
  selector: string;
  /** as CSS writes it */
  colour: string;
  /** 0 to 1, with that of the elements around it */
  opacity: number;
  isLarge: boolean;
  /** uncovered points within the boxes of its letters, in CSS pixels of the window; none if most of it is covered */
  points: [x: number, y: number][];
  /** a modal dialog covers it */
  isBehind: boolean;
}

/** The results for the texts that axe could not decide about. */
export interface ContrastResult {
  faults: string[];
  undecided: string[];
}

/** One reading: a fault, or null if the contrast suffices or the text is inert; undefined if nothing was visible. */
type Reading = string | null | undefined;

/**
 * Measures contrast in screenshots, for texts whose background axe cannot determine: over a drawing, under a sticky
 * element, or a single character. Each is scrolled into the window, its letters are made transparent, and their colour
 * is compared with the background at their place. A text behind a modal dialog is ignored. A text that is too weak or
 * covered is measured again at another place in the window, because a toast may have covered it.
 */
export async function measureContrast(
  page: Page,
  selectors: readonly string[],
  level: keyof typeof needed,
): Promise<ContrastResult> {
  const scroll = await page.evaluate(() => [scrollX, scrollY] as const);
  const readings = new Map<string, Reading>(selectors.map((selector) => [selector, undefined]));
  for (const block of ['center', 'start', 'end'] as const) {
    const open = selectors.filter((selector) => readings.get(selector) !== null);
    for (const [selector, reading] of await readAll(page, open, level, block)) {
      if (reading !== undefined) readings.set(selector, reading);
    }
  }
  await page.evaluate(([x, y]) => scrollTo(x, y), scroll);
  const all = [...readings];
  return {
    faults: all.flatMap(([, reading]) => reading ?? []),
    undecided: all.flatMap(([selector, reading]) => (reading === undefined ? selector : [])),
  };
}

async function readAll(
  page: Page,
  selectors: readonly string[],
  level: keyof typeof needed,
  block: ScrollLogicalPosition,
): Promise<Map<string, Reading>> {
  const readings = new Map<string, Reading>();
  for (const next of selectors) {
    if (readings.has(next)) continue;
    await page.evaluate(bringIn, { selector: next, block });
    // elements that are drawn only when they are near may move what is below them
    await waitUntilStill(page);
    const standing = await page.evaluate(
      findStanding,
      selectors.filter((selector) => !readings.has(selector)),
    );
    await page.evaluate(adoptStyle, transparent(standing.map(({ selector }) => selector)));
    const picture = PNG.sync.read(await page.screenshot({ scale: 'css' }));
    await page.evaluate(() => void document.adoptedStyleSheets.pop());
    for (const text of standing) {
      const under = text.points.map(([x, y]) => {
        const start = 4 * (Math.trunc(y) * picture.width + Math.trunc(x));
        return `rgb(${picture.data.subarray(start, start + 3).join()})`;
      });
      if (under.length > 0 || text.isBehind) readings.set(text.selector, judge(text, under, level));
    }
    if (!readings.has(next)) readings.set(next, undefined);
  }
  return readings;
}

function judge(text: Standing, grounds: string[], level: keyof typeof needed): Reading {
  if (grounds.length === 0) return null;
  const colour = parse(text.colour);
  if (!colour) return undefined;
  const least = needed[level][text.isLarge ? 0 : 1];
  const seen = { ...colour, alpha: (colour.alpha ?? 1) * text.opacity };
  const ratios = grounds
    .map((ground) => wcagContrast(blend([ground, seen]), ground))
    .toSorted((one, other) => one - other);
  // a twentieth of the points may be on the arrow of a select, or on the edge of a box
  const ratio = ratios[Math.floor(ratios.length / 20)] ?? 0;
  return ratio < least ? `${text.selector}: contrast ${ratio.toFixed(2)} of ${least}` : null;
}

/** Runs in the page. */
function bringIn({ selector, block }: { selector: string; block: ScrollLogicalPosition }): void {
  document.querySelector(selector)?.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
}

/** The policy of the site's pages blocks the style that Playwright would insert. Runs in the page. */
function adoptStyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Makes all letters of these elements transparent. */
function transparent(selectors: readonly string[]): string {
  const texts = `:is(${selectors.join(', ')})`;
  return `
    ${texts}, ${texts} *, ${texts}::placeholder {
      color: transparent !important; -webkit-text-fill-color: transparent !important;
      text-decoration-color: transparent !important; text-shadow: none !important; transition: none !important;
    }
    text${texts} { fill: transparent !important; }`;
}

/** Finds the texts in the window. Runs in the page. */
function findStanding(selectors: string[]): Standing[] {
  function opacityOf(element: Element | null): number {
    return element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
  }

  function boxesOf(element: Element): DOMRect[] {
    if (element.matches('input, textarea, select')) {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [new DOMRect(left + 8, top, width - 16, height)];
    }
    return [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      });
  }

  function pointsOf(element: Element): [number, number][] {
    const tried = boxesOf(element).flatMap(({ left, top, width, height }) => {
      const columns = Math.max(4, Math.round(width / 8));
      const across = Array.from({ length: columns + 1 }, (_, n) => left + 2 + ((width - 4) * n) / columns);
      return across.flatMap((x) => [0.3, 0.5, 0.7].map((part): [number, number] => [x, top + height * part]));
    });
    const points = tried.filter(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit && (element.contains(hit) || hit.contains(element));
    });
    return points.length * 2 < tried.length ? [] : points;
  }

  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  return selectors.flatMap((selector): Standing[] => {
    const element = document.querySelector(selector);
    if (!element) return [];
    const { color, fill, fontSize, fontWeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    return [
      {
        selector,
        colour: element instanceof SVGElement ? fill : color,
        opacity: opacityOf(element),
        isLarge: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700),
        points: pointsOf(element),
        isBehind: modal !== undefined && !modal.contains(element),
      },
    ];
  });
}
