import type { Page } from '@playwright/test';
import type { Group } from './combinations.ts';
import { examine, formatFaults, type Scope } from './examine.ts';

/**
 * Examines states one after the other and returns the faults, one line each. They share a page where they can: a
 * context and a page of its own take 0.6 s of a processor for each state, as much as the page load.
 */
export async function examineStates(
  openPage: () => Promise<Page>,
  groups: readonly Group[],
  scope: Scope,
): Promise<string[]> {
  const faults: string[] = [];
  let shared: Page | undefined;
  for (const group of groups) {
    const page = group.state.ownPage ? await openPage() : (shared ??= await openPage());
    faults.push(...formatFaults(await examine(page, group, scope)));
    if (page === shared) await resetPage(page);
    else await page.close();
  }
  return faults;
}

/** Everything a state leaves behind but the session. */
async function resetPage(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => {
    sessionStorage.clear();
    for (const name of Object.keys(localStorage))
      if (!name.endsWith('-auth-token')) localStorage.removeItem(name);
  });
}
