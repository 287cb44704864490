import type { ElementHandle, Page } from '@playwright/test';

const mostPresses = 80;

interface Control {
  element: ElementHandle<HTMLElement>;
  name: string;
}

/** Runs in the page: returns the first control that was not pressed, of the top dialog if one is open. */
function findNext(pressed: readonly string[]): { element: HTMLElement | null; name: string } {
  const controls = 'button, summary, select, [role=tab], input[type=checkbox], input[type=radio]';
  // a separate journey tests the end of a session
  const endsSession = /Sign Out|Delete account/i;
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  for (const element of top.querySelectorAll<HTMLElement>(controls)) {
    const words = element.getAttribute('aria-label') ?? element.textContent;
    const name = `${top.id} ${element.localName} ${words.trim()} ${element.getAttribute('value') ?? ''}`;
    const isOff = element.matches(':disabled, [aria-disabled=true]') || !element.checkVisibility();
    if (!isOff && !pressed.includes(name) && !endsSession.test(name)) return { element, name };
  }
  return { element: null, name: '' };
}

async function nextControl(page: Page, pressed: ReadonlySet<string>): Promise<Control | null> {
  const found = await page.evaluateHandle(findNext, [...pressed]);
  const element = (await found.getProperty('element')).asElement() as Control['element'] | null;
  return element && { element, name: String(await (await found.getProperty('name')).jsonValue()) };
}

/** Selects the last option of a select. A control that is covered, or removed before it is pressed, is no fault. */
async function press({ element, name }: Control): Promise<void> {
  try {
    if (name.includes(' select ')) {
      const choices = await element.$$('option');
      await element.selectOption({ index: choices.length - 1 }, { timeout: 2_000 });
    } else await element.click({ timeout: 2_000, force: true });
  } catch {
    return;
  }
}

/** Presses each control of an open page once, including those that appear, and yields its name afterwards. */
export async function* pressEverything(page: Page): AsyncGenerator<string> {
  const pressed = new Set<string>();
  const { pathname } = new URL(page.url());
  while (pressed.size < mostPresses && new URL(page.url()).pathname === pathname) {
    const next = await nextControl(page, pressed);
    if (next) {
      pressed.add(next.name);
      await press(next);
      yield next.name;
      continue;
    }
    const closed = await page.evaluate(() => {
      const top = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
      top?.close();
      return top !== undefined;
    });
    if (!closed) return;
  }
}
