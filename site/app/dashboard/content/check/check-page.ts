// Checks a page in a frame: by our own rules, and by axe, which is loaded into the frame of each check.
import axeUrl from 'axe-core/axe.min.js?url';
import type axe from 'axe-core';
import { readPageWithoutScripts } from '../../screen/read-page-without-scripts.ts';
import { checkTexts } from './check-texts.ts';
import { applyContentRules, numberFindings, shortWords, type CheckFinding } from './content-rules.ts';

const { reasons } = checkTexts;
const limitMs = 30_000;

/** Colours and sizes are the design's, which no editor of content can change; headings have a rule of ours. */
const rulesOff = ['color-contrast', 'link-in-text-block', 'target-size', 'heading-order'];

/** Rejects with an explanation for the user if the check could not run. */
export async function checkPage(path: string): Promise<CheckFinding[]> {
  const frame = document.createElement('iframe');
  const limit = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(reasons.slow)), limitMs);
  });
  try {
    return await Promise.race([checkInFrame(frame, path), limit]);
  } finally {
    frame.remove();
  }
}

async function checkInFrame(frame: HTMLIFrameElement, path: string): Promise<CheckFinding[]> {
  const response = await fetch(path).catch(() => null);
  if (!response?.ok) throw new Error(reasons.page);
  const page = readPageWithoutScripts(await response.text());
  // laid out, because axe examines what is rendered, but out of sight
  Object.assign(frame.style, { position: 'fixed', left: '-200rem', width: '80rem', height: '60rem' });
  frame.inert = true;
  frame.title = checkTexts.frame;
  // of scripts, the policy of this page allows only our own files; axe must run in the document that it checks
  frame.setAttribute('sandbox', 'allow-same-origin allow-scripts');
  frame.srcdoc = `<!doctype html>${page.documentElement.outerHTML}`;
  const shown = waitForLoad(frame, reasons.page);
  document.body.append(frame);
  await shown;
  const inside = frame.contentDocument;
  const main = inside?.querySelector('main');
  if (!inside || !main) throw new Error(reasons.page);

  const script = inside.createElement('script');
  script.src = axeUrl;
  const loaded = waitForLoad(script, reasons.rules);
  inside.head.append(script);
  await loaded;
  const engine = (frame.contentWindow as unknown as { axe: typeof axe }).axe;
  const { violations, passes } = await engine.run(main, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: Object.fromEntries(rulesOff.map((rule) => [rule, { enabled: false }])),
    preload: false,
  });
  // a page in which nothing could be examined has not passed
  if (passes.length === 0) throw new Error(reasons.page);
  const byAxe = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => ({ rule: id, words: wordsAt(inside, target), help })),
  );
  return numberFindings([...applyContentRules(main), ...byAxe]);
}

function waitForLoad(element: HTMLElement, problem: string): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve(), { once: true });
    element.addEventListener('error', () => reject(new Error(problem)), { once: true });
  });
}

function wordsAt(inside: Document, [selector]: axe.NodeResult['target']): string {
  const element = typeof selector === 'string' ? inside.querySelector(selector) : null;
  const image = element?.matches('img') ? element : element?.querySelector('img');
  return shortWords(element?.textContent) || shortWords(image?.getAttribute('src'));
}
