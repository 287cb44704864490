import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findSvgProblem, readSvg } from './check-svg.ts';
import { drawSvg } from './draw-svg.server.ts';
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

  test('the colours of a logo are kept exactly', async () => {
    const { files } = await processLogo(drawing(bar('#c2186f')));
    const { data } = await sharp([...files.values()].at(-1))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const middle = Math.floor(data.length / 8) * 4;
    expect([...data.subarray(middle, middle + 3)]).toEqual([0xc2, 0x18, 0x6f]);
  });

  test('a logo may have no size of its own, or a very large one', async () => {
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
  ])('a logo of the colour %s can be seen on this ground: %s', async (fill, ground) => {
    expect((await processLogo(drawing(bar(fill)))).ground).toBe(ground);
  });

  test('a logo with its own background can be seen on any ground', async () => {
    const white = sharp({ create: { width: 300, height: 80, channels: 3, background: '#ffffff' } });
    const made = await processLogo(await white.jpeg().toBuffer());
    expect([made.ground, made.width, made.height]).toEqual(['any', 300, 80]);
  });
});

const box = (attributes: string) => `<rect width="200" height="50" ${attributes}/>`;

function repeat(count: number, make: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => make(n)).join('');
}

/** An element which contains the one before, many times. */
function nest(tag: string, part: (n: number) => string): string {
  return `<${tag} id="n0">${box('')}</${tag}>${repeat(14, (n) => `<${tag} id="n${n + 1}">${part(n).repeat(8)}</${tag}>`)}`;
}

const zigzag = repeat(5_000, (n) => `${(n * 77) % 200} ${(n * 31) % 50} `);
const nestedUse = `${nest('g', (n) => `<use href="#n${n}" x="1"/>`)}<use href="#n14"/>`;
const largePicture = 'viewBox="0 0 2000 500"';

test.each([
  ['use that contains use', nestedUse],
  [
    'symbols that contain symbols',
    `${nest('symbol', (n) => `<use href="#n${n}"/>`)}<use href="#n14" width="9"/>`,
  ],
  [
    'patterns of patterns',
    repeat(
      9,
      (n) =>
        `<pattern id="n${n}" width=".02" height=".02">${box(`fill="url(#n${n + 1})"`).repeat(90)}</pattern>`,
    ) + box('fill="url(#n0)"'),
  ],
  ['masks in masks', nest('mask', (n) => box(`mask="url(#n${n})"`)) + box('mask="url(#n14)"')],
  ['clips of clips', nest('clipPath', (n) => box(`clip-path="url(#n${n})"`)) + box('clip-path="url(#n14)"')],
  [
    'masks one after the other',
    repeat(3_000, (n) => `<mask id="m${n}">${box(`mask="url(#m${n + 1})"`)}</mask>`) + box('mask="url(#m0)"'),
  ],
  [
    'costly filters',
    `<filter id="f">${'<feMorphology radius="90"/>'.repeat(50)}</filter>${box('filter="url(#f)"')}`,
  ],
  [
    'endless noise',
    `<filter id="f">${'<feTurbulence baseFrequency=".01" numOctaves="9999"/>'.repeat(90)}</filter>${box('filter="url(#f)"')}`,
  ],
  [
    'filters around filters',
    `<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>${'<g filter="url(#f)">'.repeat(150)}${box('')}${'</g>'.repeat(150)}`,
  ],
  ['huge dashes', `<path fill="none" stroke="red" stroke-dasharray=".001" d="M${zigzag}"/>`],
  [
    'markers on every corner',
    `<marker id="a" markerWidth="99" markerHeight="99"><path d="M${zigzag}"/></marker><path marker-mid="url(#a)" d="M${zigzag}"/>`,
  ],
  ['see-through groups', `<g opacity=".9">${box('')}</g>`.repeat(9_000)],
  ['lines that cross each other', `<path d="M${zigzag}"/>`.repeat(20)],
  ['many rules', `<style>${'g rect{fill:red}'.repeat(9_000)}</style>${bar('red').repeat(9_000)}`],
])('B-270 a drawing with %s is ended by the processor time that it takes', async (_, body) => {
  const svg = drawing(body).toString();
  expect(findSvgProblem(svg)).toBeNull();
  expect(await drawSvg(svg, { ms: 60_000 })).toBeNull();
});

test('B-270 a drawing of nested use is refused in less than four times what a plain logo takes', async () => {
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const [plain = 0, nested = 0] = await Promise.all(
      [bar('#123'), nestedUse].map(async (body) => {
        const since = performance.now();
        await drawSvg(drawing(body).toString());
        return performance.now() - since;
      }),
    );
    ratios.push(nested / plain);
  }
  expect(Math.min(...ratios)).toBeLessThan(4);
});

test('B-270 a drawing that waits instead of drawing is ended after a while', async () => {
  expect(await drawSvg(drawing(bar('#123')).toString(), { ms: 1 })).toBeNull();
});

test('B-270 drawings as common programs write them are accepted', async () => {
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
const shadowFilter = `<filter id="f" x="0" y="0" width="48" height="52" filterUnits="userSpaceOnUse">${shadow}</filter>`;
const wholeFilter = `<filter id="f">${shadow}</filter>`;
const icon = '<g filter="url(#f)"><rect x="4" width="40" height="40"/></g>';

test.each([
  ['a drop shadow of Figma', shadowFilter + icon, undefined],
  ['a drop shadow of Figma on a square', shadowFilter + icon, 'viewBox="0 0 48 52"'],
  ['a drop shadow of Figma on the whole picture', wholeFilter + icon, undefined],
  ['a small drop shadow of Figma on a large picture', wholeFilter + icon, largePicture],
  [
    'paths of Inkscape',
    '<path style="isolation:auto;mix-blend-mode:normal;opacity:1" d="M2 5c1-2 3-4 5-6s2 9-1 9z"/>'.repeat(90),
    undefined,
  ],
  [
    'styles of Inkscape and Illustrator',
    `<style type="text/css">/* saved */ .st0{font-family:'MyriadPro-Regular', "A";fill:url(#SVGID_1_);filter:none}</style><linearGradient id="SVGID_1_" xlink:href="#a"/><path class="st0" inkscape:label="C:\\logo" style="marker:none;filter:url('#g');clip-path:none;mask-type:luminance" d="M2 5h9v9z"/><filter id="g"><feOffset/></filter>`,
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 200 50"',
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
])('B-270 a logo with %s is accepted', async (_, body, head) => {
  const svg = drawing(body, head).toString();
  expect(findSvgProblem(svg)).toBeNull();
  expect(await drawSvg(svg)).not.toBeNull();
});

/** A closed curve of cubic segments somewhere in a picture of 2000 by 500. */
function curve(n: number, size: number): string {
  const at = (step: number) => ((n + 1) * (step + 3) * 7_919) % size;
  return `M${(n * 7_907) % 2_000} ${(n * 104_729) % 500}${repeat(6, (step) => `c${[1, 2, 3, 4, 5, 6].map((part) => at(step * 6 + part) - Math.floor(size / 2)).join(' ')}`)}z`;
}
const colour = (n: number) => `#${((n * 7_919) % 4_096).toString(16).padStart(3, '0')}`;
const shape = (n: number, attributes = `fill="${colour(n)}"`, size = 60) =>
  `<path ${attributes} d="${curve(n, size)}"/>`;

test.each([
  [
    'a megabyte of shapes',
    repeat(9_000, (n) => shape(n))
      .slice(0, 950_000)
      .replace(/<[^>]*$/, ''),
  ],
  [
    'a thousand gradients',
    repeat(
      1_000,
      (n) =>
        `<linearGradient id="g${n}"><stop stop-color="${colour(n)}"/><stop offset="1" stop-opacity=".4"/></linearGradient>${shape(n, `fill="url(#g${n})"`)}`,
    ),
  ],
  ['a thousand lines', repeat(1_000, (n) => shape(n, `fill="none" stroke="${colour(n)}" stroke-width="2"`))],
  ['dashed lines', repeat(200, (n) => shape(n, `fill="none" stroke="#123" stroke-dasharray="4 3"`, 200))],
  [
    'a symbol a thousand times',
    `<symbol id="s">${shape(0)}</symbol>${'<use href="#s" x="9"/>'.repeat(1_000)}`,
  ],
  ['thirty groups', repeat(30, (n) => `<g opacity=".7">${shape(n).repeat(9)}</g>`)],
  [
    'thirty clips',
    repeat(
      30,
      (n) =>
        `<clipPath id="c${n}"><path d="${curve(n, 200)}"/></clipPath><g clip-path="url(#c${n})">${shape(n)}</g>`,
    ),
  ],
  [
    'eight drop shadows of Figma',
    repeat(8, (n) => `<filter id="f${n}">${shadow}</filter><g filter="url(#f${n})">${shape(n)}</g>`),
  ],
])('B-270 a large picture with %s is drawn', async (_, body) => {
  const svg = drawing(body, largePicture).toString();
  expect(findSvgProblem(svg)).toBeNull();
  expect(await drawSvg(svg)).not.toBeNull();
});

test('a file that is no picture is refused', async () => {
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
    return process.cpuUsage(since).user / 1_000;
  }
  for (const bytes of [300, 30_000, 900_000]) expect(milliseconds(bytes / piece.length)).toBeLessThan(1_000);
});
