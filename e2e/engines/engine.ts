import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type EngineKey = 'Tab' | 'Enter' | 'Escape';

/** What the walks need of a browser that Playwright cannot control in the build that Debian packages. */
export interface BrowserEngine {
  name: string;
  version: string;
  /** the minimum width of a page, in CSS pixels, because a window may not get narrower */
  narrowest: number;
  /** sets the size of the page in CSS pixels; borders of the window may make it a little smaller */
  resize: (width: number, height: number) => Promise<void>;
  open: (url: string) => Promise<void>;
  /** runs an expression in the page and returns its JSON value, also that of a promise */
  evaluate: (expression: string) => Promise<unknown>;
  /** clicks the element that an expression returns, with a real pointer */
  click: (expression: string) => Promise<void>;
  /** focuses that element and types into it with a real keyboard */
  type: (expression: string, text: string) => Promise<void>;
  press: (key: EngineKey) => Promise<void>;
  screenshot: (path: string) => Promise<void>;
  /** uncaught errors and policy violations of pages so far; always empty for an engine that reports none */
  errors: () => readonly string[];
  close: () => Promise<void>;
}

/** Finds elements by role, name and label, as a screen reader would: `TestingLibraryDom` in the page. */
export const testingLibraryScript = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/**
 * An expression that returns an element; or a role and a name, or `label` and that of a control, of which the first one
 * is meant that the root contains. By default, the root is the open dialog or the page.
 */
export type ElementQuery = string | readonly [role: string, name: RegExp, root?: string];

export function toElementExpression(query: ElementQuery): string {
  if (typeof query === 'string') return query;
  const [role, name, root = `(document.querySelector('dialog:modal') ?? document.body)`] = query;
  return role === 'label'
    ? `TestingLibraryDom.getAllByLabelText(${root}, ${name}, { selector: 'input, textarea, select' })[0]`
    : `TestingLibraryDom.getAllByRole(${root}, '${role}', { name: ${name} })[0]`;
}
