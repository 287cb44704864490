import type { Locator, Page } from '@playwright/test';

/** The container of toasts, also while a dialog is open. */
export function toasts(page: Page): Locator {
  return page.getByLabel('Notifications (F8)').locator('> *');
}

export function toast(page: Page, title: string): Locator {
  return toasts(page).filter({ hasText: title });
}

/** A toast that holds the focus stays until the focus leaves it. */
export async function keepToast(page: Page): Promise<void> {
  await toasts(page).last().getByRole('button', { name: 'Dismiss' }).focus();
}
