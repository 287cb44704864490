// Names a browser and its system.
import { screenTexts } from './screen-texts.ts';

const t = screenTexts.devices;

// Order matters, because user agents name several products: Edge also names Chrome, Chrome also Safari.
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, t.edge],
  [/\bOPR\//, t.opera],
  [/\bSamsungBrowser\//, t.samsung],
  [/\b(Firefox|FxiOS)\//, t.firefox],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, t.chrome],
  [/\bVersion\/.*Safari\//, t.safari],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, t.iphone],
  [/\biPad\b/, t.ipad],
  [/\bAndroid\b/, t.android],
  [/\bCrOS\b/, t.chromeOs],
  [/\bWindows\b/, t.windows],
  [/\bMac OS X\b|\bMacintosh\b/, t.mac],
  [/\bLinux\b/, t.linux],
];

function firstOf(table: [RegExp, string][], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}

/** "Firefox on Linux" from a user agent; the first word if it is not a known browser. */
export function deviceNameOf(userAgent: string | null): string {
  if (!userAgent) return t.unknown;
  const browser = firstOf(browsers, userAgent);
  const system = firstOf(systems, userAgent);
  if (browser && system) return t.browserOn(browser, system);
  return browser ?? system ?? userAgent.split(/[\s/]/)[0]?.slice(0, 40) ?? t.unknown;
}
