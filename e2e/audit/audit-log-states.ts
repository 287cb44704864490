import { expect } from '../product/fixture.ts';
import type { States, Step } from './screen.ts';
import * as step from './state-steps.ts';

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

function visitLog(rows?: readonly object[], query = ''): Step {
  const responses = {
    'rpc/audit_accounts': [maya],
    ...(rows && { 'audit_log?': rows }),
    'leads?select=id%2Cname%2Cemail&': [{ id: leadId, name: 'Ana Roy', email: 'ana@roy.example' }],
  };
  return step.visitAsOwner(responses, query);
}

export const auditLogStates: States = {
  entries: [
    visitLog(entries),
    step.within('main', step.seeCount('listitem', entries.length)),
    ({ page }) => expect(page.locator('option', { hasText: maya.account_name })).toBeAttached(),
    step.settled,
  ],
  'filters without a match': [
    visitLog([], '?area=team&from=2026-11-01&until=2026-11-30'),
    step.see('No entries match these filters.'),
  ],
  empty: [visitLog([]), step.see('Nothing yet.')],
  'not loaded': [
    step.installClock,
    step.refuse(/\/rest\/v1\/audit_log\?/, 500, { message: 'x' }),
    visitLog(),
    step.seeRetry,
  ],
  'for owners only': [step.visit, step.see('Only owners can see the audit log.')],
};
