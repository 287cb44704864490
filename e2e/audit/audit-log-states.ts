import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { loadingLines } from './loading-lines.ts';

const leadId = '1ead0000-0000-4000-8000-000000000001';
const maya = { account_id: '00000000-0000-4000-8000-0000000000a1', account_name: 'Maya Tremblay' };
const entry = {
  ...maya,
  created_at: '2026-11-20T15:04:05Z',
  network: '203.0.113.0/24',
  area: 'content',
  record_id: null,
  record_name: null,
  amount: null,
  details: [],
};

/** As an owner gets them; the account that looks is none. */
const entries = [
  { ...entry, id: '1', action: 'status', kind: 'leads', record_id: leadId, details: ['qualified'] },
  {
    ...entry,
    id: '2',
    action: 'changed',
    kind: 'services',
    record_name: 'Accessibility Audit of a site with a long name and every document that it links to',
    details: ['name', 'short_pitch', 'description', 'pricing_json', 'feature_chips'],
    network: '2001:db8:1234::/48',
  },
  { ...entry, id: '3', action: 'exported', kind: 'leads', amount: 1204 },
  { ...entry, id: '4', action: 'signed_in', kind: 'session' },
  {
    ...entry,
    id: '5',
    action: 'erased',
    kind: 'leads',
    amount: 31,
    account_id: null,
    account_name: null,
    network: null,
  },
];

async function openAs(page: Page, path: string, rows: unknown[]): Promise<void> {
  await page.route('**/rpc/my_roles', (route) => route.fulfill({ json: ['owner'] }));
  await page.route('**/rpc/audit_accounts', (route) => route.fulfill({ json: [maya] }));
  await page.route('**/rest/v1/audit_log?**', (route) => route.fulfill({ json: rows }));
  await page.route('**/rest/v1/leads?select=id%2Cname%2Cemail&**', (route) =>
    route.fulfill({ json: [{ id: leadId, name: 'Ana Roy', email: 'ana@roy.example' }] }),
  );
  await page.goto(path);
}

export const auditLogStates: State[] = [
  {
    name: 'entries',
    async open(page, path) {
      await openAs(page, path, entries);
      await expect(page.locator('main').getByRole('listitem')).toHaveCount(entries.length);
      await expect(page.getByRole('option', { name: 'Maya Tremblay' })).toBeAttached();
      await expect(loadingLines(page)).toHaveCount(0);
    },
  },
  {
    name: 'filters without a match',
    async open(page, path) {
      await openAs(page, `${path}?area=team&from=2026-11-01&until=2026-11-30`, []);
      await expect(page.getByText('No entries match these filters.')).toBeVisible();
    },
  },
  {
    name: 'empty',
    async open(page, path) {
      await openAs(page, path, []);
      await expect(page.getByText('Nothing yet.')).toBeVisible();
    },
  },
  {
    name: 'not loaded',
    async open(page, path) {
      await openAs(page, path, []);
      await page.route('**/rest/v1/audit_log?**', (route) =>
        route.fulfill({ status: 500, json: { message: 'x' } }),
      );
      await page.goto(path);
      await expect(page.locator('main').getByRole('button', { name: 'Retry' })).toBeVisible({
        timeout: 30_000,
      });
    },
  },
  {
    name: 'for owners only',
    async open(page, path) {
      await page.goto(path);
      await expect(page.getByText('Only owners can see the audit log.')).toBeVisible();
    },
  },
];
