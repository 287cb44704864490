import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findSvgProblem, readEmbeddedPictures, readSvg } from './check-svg.ts';
import { processLogo } from './process-logo.server.ts';

function drawing(body: string, head = 'width="200" height="50" viewBox="0 0 200 50"'): Buffer {
  return Buffer.from(`<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" ${head}>${body}</svg>`);
}

const bar = (fill: string) => `<rect x="20" y="10" width="160" height="30" fill="${fill}"/>`;

describe('B-67 a logo that is a drawing becomes pixels', () => {
  test('large enough for any screen, without its empty edges and without its scripts', async () => {
    const hostile = `<script>alert(1)</script><style>rect{opacity:1}</style>${bar('#123456')}<a href="javascript:alert(1)"><path d="M0 0"/></a>`;
    const { width, height, files } = await processLogo(drawing(hostile));
    expect(width / height).toBeCloseTo(160 / 30, 1);
    expect(width).toBeGreaterThan(1000);
    expect([...files.keys()]).toEqual(['480.webp', '960.webp', `${width}x${height}.webp`]);
    for (const bytes of files.values()) {
      expect((await sharp(bytes).metadata()).format).toBe('webp');
      expect(bytes.includes('alert')).toBe(false);
    }
  });

  test('its colours stay exactly what they are', async () => {
    const { files } = await processLogo(drawing(bar('#c2186f')));
    const { data } = await sharp([...files.values()].at(-1))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const middle = Math.floor(data.length / 8) * 4;
    expect([...data.subarray(middle, middle + 3)]).toEqual([0xc2, 0x18, 0x6f]);
  });

  test('it may have no size of its own, or one of a poster', async () => {
    for (const head of [
      'viewBox="0 0 200 50"',
      'width="20000" height="5000" viewBox="0 0 200 50"',
      'width="2" height="1" viewBox="0 0 200 50"',
    ]) {
      const { width } = await processLogo(drawing(bar('#123456'), head));
      expect([head, width > 400 && width <= 1440]).toEqual([head, true]);
    }
  });

  test.each([
    ['words', '<text>Maple</text>', /paths/],
    ['a picture elsewhere', '<image href="https://evil.example/x.png"/>', /another file/],
    ['a file of the server', '<image xlink:href="file:///etc/passwd"/>', /another file/],
    ['a style sheet elsewhere', '<style>@import "https://evil.example";</style>', /another file/],
    ['a page', '<foreignObject><body/></foreignObject>', /paths/],
    ['many copies', '<use href="#a"/>'.repeat(501), /too often/],
    ['nothing', '', /completely transparent/],
    ['a broken end', '<rect', /couldn't draw/],
  ])('%s in it is refused with what to do', async (_, body, message) => {
    await expect(processLogo(drawing(body))).rejects.toThrow(message);
  });

  test('pieces of text that grow without end are refused unread', async () => {
    const bomb = `<!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><path d="&b;"/></svg>`;
    await expect(processLogo(Buffer.from(bomb))).rejects.toThrow(/plain SVG/);
    await expect(processLogo(drawing(`<!--${'x'.repeat(1_000_001)}-->`))).rejects.toThrow(/1 MB/);
  });
});

describe('B-67 the grounds on which a logo can be seen are measured', () => {
  test.each([
    ['#0f1f2b', 'light'],
    ['#ffffff', 'dark'],
    ['#d0402b', 'any'],
  ])('%s: %s', async (fill, ground) => {
    expect((await processLogo(drawing(bar(fill)))).ground).toBe(ground);
  });

  test('one with a background of its own can be seen anywhere', async () => {
    const white = sharp({ create: { width: 300, height: 80, channels: 3, background: '#ffffff' } });
    const made = await processLogo(await white.jpeg().toBuffer());
    expect([made.ground, made.width, made.height]).toEqual(['any', 300, 80]);
  });
});

/** Each part draws the one before it ten times. */
function nested(
  levels: number,
  draw: (part: string) => string,
  wrap = (id: string, body: string) => `<g id="${id}">${body}</g>`,
) {
  const parts = Array.from({ length: levels }, (_, n) => wrap(`a${n + 1}`, draw(`a${n}`).repeat(10)));
  return `<defs>${wrap('a0', bar('red'))}${parts.join('')}</defs>${draw(`a${levels}`)}`;
}

const box = (attributes: string) => `<rect width="200" height="50" ${attributes}/>`;
const wrapIn = (tag: string) => (id: string, body: string) =>
  `<${tag} id="${id}" width="9" height="9" markerWidth="9" markerHeight="9">${body}</${tag}>`;
const zigzag = Array.from({ length: 5_000 }, (_, n) => `${(n * 77) % 200} ${(n * 31) % 50}`).join(' ');

const noise = '<filter id="f"><feTurbulence baseFrequency=".9" numOctaves="9"/></filter>';

test.each([
  ['uses of uses', nested(5, (id) => `<use href="#${id}"/>`)],
  [
    'uses with another prefix',
    nested(5, (id) => `<x:use xmlns:x="http://www.w3.org/2000/svg" y:href="#${id}"/>`),
  ],
  ['uses of symbols', nested(5, (id) => `<use href="#${id}"/>`, wrapIn('symbol'))],
  ['patterns in patterns', nested(5, (id) => box(`fill="url(#${id})"`), wrapIn('pattern'))],
  ['masks in masks', nested(5, (id) => box(`mask="url(#${id})"`), wrapIn('mask'))],
  ['clip paths in clip paths', nested(5, (id) => box(`style="clip-path:url(#${id})"`), wrapIn('clipPath'))],
  [
    'markers in markers',
    nested(5, (id) => `<path d="M0 0L9 9" marker-end="url(#${id})"/>`, wrapIn('marker')),
  ],
  [
    'pictures of filters',
    nested(
      5,
      (id) => box(`filter="url(#${id})"`),
      (id, body) => `<g id="g${id}">${body}</g><filter id="${id}"><feImage href="#g${id}"/></filter>`,
    ),
  ],
  [
    'masks of a style sheet',
    `<style>rect{m\\61sk:url(#m)}</style><mask id="m">${bar('#fff')}</mask>${bar('red').repeat(50)}`,
  ],
  [
    'a pattern that all parts inherit',
    `<pattern id="p" width="9" height="9"><path d="M0 0h9"/></pattern><g fill="url(#p)">${bar('').repeat(900)}</g>`,
  ],
  [
    'gradients one after the other',
    Array.from({ length: 5_000 }, (_, n) => `<linearGradient id="g${n}" href="#g${n + 1}"/>`).join('') +
      box('fill="url(#g0)"').repeat(100),
  ],
  [
    'gradients in a circle',
    `<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>${box('fill="url(#a)"')}`,
  ],
  ['a part that uses itself', '<g id="a"><use href="#a"/></g>'],
  ['a costly filter', `<filter id="f"><feMorphology radius="90"/></filter>${box('filter="url(#f)"')}`],
  ['transparency in transparency', `<g opacity=".9">${bar('red')}</g>`.repeat(900)],
  ['lines that cross each other', `<path d="M${zigzag}"/>`],
  [
    'lines enlarged until they cross',
    `<g transform="scale(1e3)"><path transform="scale(.001)" d="M${zigzag}"/></g>`,
  ],
  ['a broad stroke', `<polyline fill="none" stroke="red" stroke-width="90" points="${zigzag}"/>`],
  ['a stroke of tiny dashes', '<path stroke="red" stroke-dasharray=".0001" d="M0 0h200"/>'],
  [
    'many markers',
    `<marker id="m">${bar('red').repeat(50)}</marker><path marker-mid="url(#m)" d="M0 0${'h1'.repeat(9_000)}"/>`,
  ],
  ['many arcs', `<path d="M0 0${'a99 99 0 1150 9'.repeat(5_000)}"/>`],
  ['an escaped filter', `${noise}${box('filter="ur\\6c(#f)"')}`],
  ['a filter whose letters are escaped', `${noise}${box('filter="u\\rl(#f)"')}`],
  ['an escaped name of a filter', `${noise}${box('style="f\\69lter:url(#f)"')}`],
  ['a list of filters', `${noise}<filter id="g"><feFlood/></filter>${box('style="filter:url(#g) url(#f)"')}`],
  ['functions of filters', box('style="filter:blur(1.9px) drop-shadow(1px 1px 1.9px red)"').repeat(30)],
  ['a function of a filter in an attribute', box('filter="blur(1.9px)"')],
  ['a function of a filter in a style sheet', `<style>rect{filter:blur(1.9px)}</style>${box('')}`],
  ['a filter of a browser', box('style="-webkit-filter:blur(1.9px)"')],
  ['a filter of what is behind', box('style="backdrop-filter:blur(1.9px)"')],
  ['a filter in a variable', `${noise}${box('style="--f:url(#f);filter:var(--f)"')}`],
  ['a filter of its parent', `<g filter="url(#g)">${box('filter="inherit"').repeat(50)}</g>`],
  ['a list of masks', `<mask id="m"/>${box('style="mask:url(#m),url(#m)"')}`],
  ['a set of masks', box('style="mask-image:image-set(url(#m) 1x)"')],
  ['a filter after a string', `${noise}${box(`style="a:'/*';filter:url(#f);b:'*/'"`)}`],
  ['a filter after a string of a sheet', `${noise}<style>rect{a:"}";filter:url(#f)}</style>${box('')}`],
  ['a filter before a rule', `${noise}<style>rect{filter:url(#f);@a{}}</style>${box('')}`],
  ['a filter after a rule', `${noise}<style>rect{@a{}filter:url(#f)}</style>${box('')}`],
  ['a filter after a rule in an attribute', `${noise}${box('style="@a{}filter:url(#f)"')}`],
  ['a filter with signs in its ID', `${noise.replace('"f"', '"f;f"')}${box(`style="filter:url('#f;f')"`)}`],
  ['a filter in brackets without an end', `${noise}${box('style="filter:url(#f"')}`],
  ['a filter with two IDs', `${noise.replace('id=', 'x:id="g" id=')}${box('filter="url(#f)"')}`],
  [
    'a filter with an ID before one',
    `${noise.replace('id="f"', 'id="f" x:id="g"')}${box('filter="url(#f)"')}`,
  ],
  ['a filter with the ID of XML', `${noise.replace('id=', 'xml:id=')}${box('filter="url(#f)"')}`],
  ['a filter whose ID another has with a prefix', `<g x:id="f"/>${noise}${box('filter="url(#f)"')}`],
  ['two links', nested(5, (id) => `<use xlink:href="#${id}" y:href="#"/>`)],
  ['two names of one attribute', `${noise}${box('filter="url(#f)" Filter="none"')}`],
  ['two filters with prefixes', `${noise}${box('filter="url(#f)" x:filter="none"')}`],
  [
    'many merged pictures',
    `<filter id="f"><feMerge>${'<feMergeNode/>'.repeat(40)}</feMerge></filter>${box('filter="url(#f)"')}`,
  ],
  [
    'steps whose prefix has a hyphen',
    `<filter id="f">${'<a-b:feOffset xmlns:a-b="http://www.w3.org/2000/svg"/>'.repeat(51)}</filter>`,
  ],
  [
    'dashes of its parent',
    `<g stroke="red" stroke-dasharray=".0001"><path stroke-dasharray="inherit" d="M0 0h200"/></g>`,
  ],
  [
    'two kinds of dashes',
    '<path stroke="red" stroke-dasharray=".0001" style="stroke-dasharray:9" d="M0 0h200"/>',
  ],
  [
    'dashes around a shape that its style enlarges',
    '<rect stroke="red" stroke-dasharray=".01" style="width:20000px;height:2000px"/>',
  ],
  [
    'dashes around a shape that a style sheet enlarges',
    '<style>circle{r:20000px}</style><circle stroke="red" stroke-dasharray=".01"/>',
  ],
  ['dashes in percent', '<path stroke="red" stroke-dasharray=".0001%" d="M0 0h200"/>'],
  ['many blended parts', box('style="mix-blend-mode:color-burn"').repeat(250)],
  ['dashes of a small font', '<path stroke="red" stroke-dasharray=".01em" d="M0 0h200"/>'],
  ['many rules', `<style>${'g rect{fill:red}'.repeat(5_000)}</style>${bar('red').repeat(2_000)}`],
])('B-270 a drawing with %s is refused before it is drawn', (_, body) => {
  const since = process.cpuUsage();
  expect(findSvgProblem(drawing(body).toString())).toMatch(/too often/);
  expect(process.cpuUsage(since).user / 1_000).toBeLessThan(500);
});

test('B-270 a drawing as programs write it is drawn', async () => {
  const shapes = Array.from(
    { length: 200 },
    (_, n) => `<path class="a" d="M${n} 9c1-2 3-4 5-6s2 9-1 9z"/>`,
  ).join('');
  const head = '<style>.a{fill:url(#g);clip-path:url(#c)}.b{opacity:.5}</style>';
  const defs = `<radialGradient id="h"><stop stop-color="red"/></radialGradient><radialGradient id="g" xlink:href="#h"/><clipPath id="c">${box('')}</clipPath><mask id="m">${bar('#fff')}</mask>`;
  const body = `${head}<defs>${defs}</defs>${shapes}<g class="b" mask="url(#m)">${bar('#123')}</g>`;
  const { width } = await processLogo(
    drawing(body, 'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 50"'),
  );
  expect(width).toBeGreaterThan(1_000);
});

const shadow = [
  '<feFlood flood-opacity="0" result="b"/>',
  '<feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="a"/>',
  '<feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="a" operator="out"/>',
  '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/>',
  '<feBlend in2="b" result="c"/><feBlend in="SourceGraphic" in2="c"/>',
].join('');
const shadowFilter = (steps = shadow) =>
  `<filter id="f" x="0" y="0" width="48" height="52" filterUnits="userSpaceOnUse">${steps}</filter>`;
const wholeFilter = (steps = shadow) => `<filter id="f">${steps}</filter>`;
const icon = '<g filter="url(#f)"><rect x="4" width="40" height="40"/></g>';

test.each([
  ['a drop shadow of Figma', shadowFilter() + icon, undefined],
  ['a drop shadow of Figma on a square', shadowFilter() + icon, 'viewBox="0 0 48 52"'],
  ['a drop shadow of Figma on the whole picture', wholeFilter() + icon, undefined],
  ['a small drop shadow of Figma on a large picture', wholeFilter() + icon, 'viewBox="0 0 2000 500"'],
  [
    'paths of Inkscape',
    '<path style="isolation:auto;mix-blend-mode:normal;opacity:1" d="M2 5c1-2 3-4 5-6s2 9-1 9z"/>'.repeat(90),
    undefined,
  ],
  [
    'styles of Inkscape and Illustrator',
    `<style type="text/css">/* saved */ .st0{font-family:'MyriadPro-Regular', "A";fill:url(#SVGID_1_);filter:none}</style><linearGradient id="SVGID_1_" xlink:href="#a"/><path class="st0" inkscape:label="C:\\logo" style="marker:none;filter:url('#g');clip-path:none;mask-type:luminance" d="M2 5h9v9z"/><filter id="g"><feOffset/></filter>`,
    undefined,
  ],
  [
    'small masks',
    [0, 40, 80, 120, 160]
      .map(
        (x) =>
          `<mask id="m${x}" maskUnits="userSpaceOnUse" x="${x}" y="0" width="40" height="40"><path d="M${x} 0h40v40h-40z" fill="#fff"/></mask><g mask="url(#m${x})"><path d="M${x} 5h30v30h-30z"/></g>`,
      )
      .join(''),
    undefined,
  ],
])('B-270 a logo with %s is accepted', (_, body, head) => {
  expect(findSvgProblem(drawing(body, head).toString())).toBeNull();
});

test.each([
  ['enlarged by its element', icon.replace('<g', '<g transform="scale(9)"')],
  ['in a pattern', `<pattern id="p" patternTransform="scale(9)">${icon}</pattern>${box('fill="url(#p)"')}`],
  ['in a symbol', `<symbol id="s" viewBox="0 0 1 1">${icon}</symbol><use href="#s"/>`],
  ['in a mask', `<mask id="m" maskContentUnits="objectBoundingBox">${icon}</mask>${box('mask="url(#m)"')}`],
])('B-270 a filter %s counts with its real size', (_, body) => {
  expect(findSvgProblem(drawing(shadowFilter(shadow.repeat(2)) + body).toString())).toMatch(/too often/);
});

test('what is no picture is refused', async () => {
  for (const bytes of [Buffer.from('<html><svg></svg></html>'), Buffer.from('%PDF-1.7'), Buffer.alloc(0)])
    await expect(processLogo(bytes)).rejects.toThrow(/isn't supported/);
});

test.for([
  '<!---->',
  '<?a?>',
  '<!--',
  '<svg',
  '<image ',
  '<use href="',
  "<g a='",
  '"data:image/png;base64,A ',
  '<![CDATA[',
  'url( ',
  '&#1',
  '\\6',
])('B-67 a drawing of many %j is read in a time that grows with its length', (piece) => {
  function milliseconds(count: number): number {
    const since = process.cpuUsage();
    const svg = readSvg(Buffer.from(`${piece.repeat(count)}<svg>`)) ?? '';
    findSvgProblem(`<svg ${piece.repeat(count)}${svg}`);
    readEmbeddedPictures(`<svg ${piece.repeat(count)}${svg}`);
    return process.cpuUsage(since).user / 1_000;
  }
  for (const bytes of [300, 30_000, 900_000]) expect(milliseconds(bytes / piece.length)).toBeLessThan(1_000);
});
