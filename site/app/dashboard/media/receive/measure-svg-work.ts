// Estimates how long a drawing takes to render, by following its references as a renderer does.
import { type SvgElement, type ParsedSvg, parseSvg, linkOf } from './parse-svg.ts';
import { svgReferencesIn } from './svg-css.ts';
import { type Geometry, numbersIn, outlineOf, scaleOf } from './svg-geometry.ts';
import { leastUnits, mostUnits } from './svg-length.ts';

/** Size in pixels to which a drawing is rendered: four times what a page shows. */
export const canvas = { width: 1440, height: 640 };

/** What children inherit. */
interface Context {
  /** Pixels for each unit, at most. */
  scale: number;
  paints: readonly string[];
  markers: readonly string[];
  strokeWidth: number;
  /** The length of a dash; 0 for none. */
  dash: number;
  depth: number;
  /** Whether `scale` is right: content of patterns, masks and symbols may be enlarged to any size. */
  isScaleKnown: boolean;
}

/** In microseconds, measured with librsvg at the size to which drawings are rendered. */
const cost = {
  element: 30,
  point: 2,
  pixelOfLine: 3,
  dash: 5,
  link: 5,
  clip: 500,
  pattern: 1_000,
  layer: 1_500,
  blend: 7_000,
};
/** Of the whole picture. */
const canvasCost = { mask: 30_000, radialGradient: 15_000, image: 5_000 };
/** Of steps whose time grows with the region of the filter; twice what an idle machine takes. */
const regionCost: Record<string, number> = {
  feflood: 2_000,
  feoffset: 2_000,
  femerge: 20_000,
  fecolormatrix: 35_000,
  feblend: 40_000,
  fecomposite: 40_000,
  fegaussianblur: 240_000,
  fedropshadow: 390_000,
};
/** What a step costs less if it is of the kind that drawing programs write for a shadow. */
const commonSaving: Record<string, number> = {
  feblend: 20_000,
  fecomposite: 20_000,
  fegaussianblur: 120_000,
  fedropshadow: 120_000,
};
/** Above this deviation in pixels, librsvg blurs with boxes, whose size costs nothing. */
const boxBlurPixels = 2;
/** Each step copies the picture, however small the region is. */
const filterStepCost = 8_000;
const filterCost: Record<string, number> = {
  feturbulence: 900_000,
  femorphology: 5_000_000,
  feconvolvematrix: 5_000_000,
};
const otherFilterCost = 100_000;
/** Values that need no layer of their own. */
const withoutLayer = /^(?:1(?:\.0*)?|100%|normal|auto)$/;
/** Outlines of this many pixels cross so many others that each of their pixels costs time. */
const intersectionPixels = 30_000;
/** With fewer points they cross nothing. */
const intersectionPoints = 20;
const maxDepth = 200;
/** Rules of a style sheet are compared with every element. */
const comparisonCost = 0.2;

/** Are rendered only where something refers to them. */
const hidden = new Set([
  'defs',
  'symbol',
  'clippath',
  'mask',
  'pattern',
  'marker',
  'lineargradient',
  'radialgradient',
  'filter',
  'style',
  'script',
  'metadata',
  'title',
  'desc',
]);

/**
 * The estimated microseconds; at least `limit` as soon as they reach it, because elements that refer to others that
 * refer to others may multiply without end.
 */
export function measureSvgWork(svg: string, limit: number): number {
  const drawing = parseSvg(svg);
  const { root, byId } = drawing;
  let work = drawing.comparisons * comparisonCost;
  if (root === undefined || !drawing.isPlain) return limit;

  /** Calls `draw` with the element and with those from which it takes what it lacks. */
  function follow(id: string | undefined, draw: (target: SvgElement) => void): void {
    let next = id;
    while (next !== undefined && work < limit) {
      const target = byId.get(next);
      work += cost.link;
      if (target !== undefined) draw(target);
      next = target === undefined || target.name === 'use' ? undefined : linkOf(target);
    }
  }

  function walkAll(elements: readonly SvgElement[], context: Context): void {
    for (const element of elements) {
      if (work >= limit) return;
      if (!hidden.has(element.name)) walk(element, context);
    }
  }

  function walkContent(id: string, context: Context): void {
    follow(id, ({ children }) => walkAll(children, { ...context, ...referred }));
  }

  function paint(id: string, geometry: Geometry, context: Context): void {
    const area = geometry.width * geometry.height * context.scale ** 2;
    const share = Math.min(1, area / (canvas.width * canvas.height));
    follow(id, ({ name, children }) => {
      if (name === 'radialgradient') work += canvasCost.radialGradient * share;
      if (name === 'pattern') work += cost.pattern;
      work += children.length * cost.link;
    });
    walkContent(id, context);
  }

  function draw(geometry: Geometry, context: Context): void {
    const { strokeWidth, scale, dash } = context;
    const stroke = strokeWidth > 0 ? 2 * (geometry.length + strokeWidth * geometry.points) : 0;
    const pixels = (geometry.length + stroke) * scale;
    work += geometry.points * cost.point;
    const intersections =
      Math.min(1, pixels / intersectionPixels) * Math.min(1, geometry.points / intersectionPoints);
    work += pixels * intersections * cost.pixelOfLine;
    if (dash > 0) work += (geometry.length / dash) * cost.dash;
    for (const id of context.paints) paint(id, geometry, context);
    for (const id of context.markers)
      for (let point = 0; point < geometry.points; point += 1) walkContent(id, context);
  }

  function walk(element: SvgElement, outer: Context): void {
    work += cost.element;
    const context = { ...outer, depth: outer.depth + 1 };
    // Elements that contain or use themselves have no end.
    if (context.depth > maxDepth) work = limit;
    // The region of a filter has the scale of its element.
    for (const [name, value] of element.properties) enlarge(name, value, element, context);
    for (const [name, value] of element.properties) apply(name, value, context);
    const geometry = sizedGeometry(element, context);
    if (geometry !== null) draw(geometry, context);
    if (element.name === 'image') work += canvasCost.image;
    if (element.name === 'use')
      follow(linkOf(element), (target) =>
        walkAll(hidden.has(target.name) ? target.children : [target], { ...context, isScaleKnown: false }),
      );
    walkAll(element.children, context);
  }

  function enlarge(name: string, value: string, element: SvgElement, context: Context): void {
    if (name === 'transform') context.scale *= scaleOf(value);
    else if (name === 'viewbox') context.scale *= viewBoxScale(element, value, context.scale);
  }

  function apply(name: string, value: string, context: Context): void {
    if (name === 'stroke-width')
      context.strokeWidth = Math.max(context.strokeWidth, mostUnits(value, pageOf(context)));
    else if (name === 'stroke-dasharray')
      context.dash = shorterDash(context.dash, leastUnits(value, pageOf(context)));
    else if (name === 'stroke' && value !== 'none') context.strokeWidth ||= 1;
    else if (/^(?:opacity|mix-blend-mode|isolation)$/.test(name) && !withoutLayer.test(value))
      work += name === 'mix-blend-mode' ? cost.blend : cost.layer;
    const ids = svgReferencesIn(value);
    if (name === 'fill' || name === 'stroke') context.paints = [...context.paints, ...ids];
    else if (name.startsWith('marker')) context.markers = [...context.markers, ...ids];
    else if (name.endsWith('filter') || name.startsWith('mask') || name === 'clip-path') {
      if (!isMeasurable(value)) work = limit;
      for (const id of ids) applyEffect(name, id, context);
    }
  }

  function applyEffect(name: string, id: string, context: Context): void {
    if (name.endsWith('filter')) return follow(id, (target) => filter(target, context));
    work += name === 'clip-path' ? cost.clip : canvasCost.mask;
    follow(id, (target) => walk({ ...target, geometry: null }, { ...context, ...referred }));
  }

  function filter({ attributes, children }: SvgElement, context: Context): void {
    const share = shareOfRegion(attributes, context);
    const isScaled = attributes['primitiveunits'] === 'objectBoundingBox' || !context.isScaleKnown;
    for (const step of children) {
      if (work >= limit) return;
      const inRegion = stepCost(step, isScaled ? 0 : context.scale);
      work +=
        inRegion === undefined
          ? (filterCost[step.name] ?? otherFilterCost)
          : filterStepCost + inRegion * share * Math.max(1, step.children.length - 1);
      if (step.name === 'feimage')
        follow(linkOf(step), (target) => walk(target, { ...context, isScaleKnown: false }));
    }
  }

  function viewBoxScale({ attributes, name }: SvgElement, value: string, scale: number): number {
    const [, , width = 0, height = 0] = numbersIn(value);
    const isRoot = name === 'svg' && root?.attributes === attributes;
    const size = (key: 'width' | 'height'): number =>
      isRoot ? canvas[key] : Math.max(canvas[key] / scale, ...numbersIn(attributes[key]));
    if (width <= 0 || height <= 0) return 1;
    const scales = [size('width') / width, size('height') / height];
    const isContained = !/slice|none/.test(attributes['preserveaspectratio'] ?? '');
    return isContained ? Math.min(...scales) : Math.max(...scales);
  }

  const unpainted = { paints: [], markers: [], strokeWidth: 0, dash: 0, depth: 0 };
  walk(root, { ...unpainted, scale: rootScale(drawing), isScaleKnown: true });
  return Number.isFinite(work) ? work : limit;
}

/** Nothing or one reference: functions such as blur(), lists, and the value of another element are not measured. */
function isMeasurable(value: string): boolean {
  return /^(?:none|url\([^()]*\)|)\s*(?:!\s*important)?$/i.test(value);
}

/** Of two dashes that may apply, the one with the most work; 0 for none. */
function shorterDash(one: number, other: number): number {
  return one > 0 && other > 0 ? Math.min(one, other) : one || other;
}

/** The width of the whole picture, in units of the drawing. */
function pageOf({ scale }: Context): number {
  return canvas.width / scale;
}

/** Styles may give these shapes another size than their attributes; the largest counts. */
function sizedGeometry(
  { name, attributes, properties, geometry }: SvgElement,
  context: Context,
): Geometry | null {
  if (!/^(?:rect|circle|ellipse)$/.test(name)) return geometry;
  const sizes: Record<string, number> = {};
  for (const [key, value] of properties)
    if (/^(?:width|height|r[xy]?)$/.test(key))
      sizes[key] = Math.max(sizes[key] ?? 0, mostUnits(value, pageOf(context)));
  const texts = Object.entries(sizes).map(([key, size]) => [key, String(size)]);
  return outlineOf(name, { ...attributes, ...Object.fromEntries(texts) });
}

/** What content that an element refers to does not inherit. */
const referred = { paints: [], markers: [], isScaleKnown: false };

/** Of a step that covers the picture. */
function stepCost({ name, attributes }: SvgElement, scale: number): number | undefined {
  const whole = regionCost[name];
  if (whole === undefined) return undefined;
  const { mode = 'normal', operator = 'over', stddeviation = '' } = attributes;
  const deviations = numbersIn(stddeviation);
  const isCommon =
    name === 'fegaussianblur' || name === 'fedropshadow'
      ? deviations.length > 0 && Math.min(...deviations) * scale >= boxBlurPixels
      : mode === 'normal' && operator !== 'arithmetic';
  return whole - (isCommon ? (commonSaving[name] ?? 0) : 0);
}

/** The share of the picture that a filter may cover: 1 unless its region is stated in units of the drawing. */
function shareOfRegion(attributes: Record<string, string>, { scale, isScaleKnown }: Context): number {
  const { filterunits, width = '', height = '' } = attributes;
  const isStated = [width, height].every((length) => /^\d+(?:\.\d+)?(?:px)?$/.test(length.trim()));
  if (!isScaleKnown || filterunits !== 'userSpaceOnUse' || !isStated) return 1;
  const area = parseFloat(width) * parseFloat(height) * scale ** 2;
  return Math.min(1, area / (canvas.width * canvas.height));
}

/** Without a view box, units are those of width and height. */
function rootScale({ root }: ParsedSvg): number {
  if (root?.attributes['viewbox'] !== undefined) return 1;
  const [width = canvas.width] = numbersIn(root?.attributes['width']);
  const [height = canvas.height] = numbersIn(root?.attributes['height']);
  return width > 0 && height > 0 ? Math.min(canvas.width / width, canvas.height / height) : 1;
}
