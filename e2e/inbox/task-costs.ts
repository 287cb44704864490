import type { Locator, Page } from '@playwright/test';

/**
 * Counts the actions that a task takes: each click and each key press is one, also a chord such as Ctrl+Enter, and
 * choosing an option of a select is two. Typed words (a name, a reply) are not counted, because they are the same for
 * every design. The wheel is not counted either; a jump to the end of the page is the key End.
 */
export class ActionCounter {
  actions: string[] = [];
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.actions.push('click');
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.actions.push(key);
  }

  async choose(select: Locator, label: string): Promise<void> {
    await select.selectOption({ label });
    this.actions.push('click', 'click');
  }

  /** Types into the focused element. */
  async write(words: string): Promise<void> {
    await this.page.keyboard.insertText(words);
  }
}

/**
 * Counted on commit 25969476, in an inbox of 120 leads of which two pages wait (make-ordinary-leads.ts), with pointer
 * and keys, whichever was less. Null: it was not possible within the product, so it is not in the sum.
 */
export const formerTaskCosts = {
  'find a lead by name': 1,
  'read its thread': 1,
  'answer it': 2,
  'answer the oldest waiting one': 6,
  'go to the next waiting one': 1,
  'change a status': 2,
  'show only new ones': 2,
  assign: null,
  'write a note': null,
  'come back later': null,
} as const satisfies Record<string, number | null>;

export type InboxTask = keyof typeof formerTaskCosts;
