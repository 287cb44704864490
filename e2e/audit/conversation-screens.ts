import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { Product } from '../product/product.ts';
import type { Screen, State } from './combinations.ts';
import { served } from './state-steps.ts';

async function send(page: Page, path: string, text: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Your answer').fill(text);
  await page.getByRole('button', { name: 'Send answer' }).click();
}

const errors: State = {
  name: 'errors',
  async open(page, path) {
    await send(page, path, ' ');
    await expect(page.getByRole('alert')).toBeVisible();
  },
};

/** The confirmation as its redirect shows it, without another message for each look. */
const sent: State = {
  name: 'sent',
  open: async (page, path) => void (await page.goto(`${path}?sent=1`)),
};

const renewed: State = {
  name: 'fresh link asked for',
  open: async (page, path) => void (await page.goto(`${path}?renewed=1`)),
};

const long = 'A-very-long-address-without-a-space-that-has-to-break-somewhere.example/'.repeat(2);

const thread = [
  { sender_type: 'lead', message: `It is about ${long}\n\n  - the menu\n  - the form` },
  {
    sender_type: 'admin',
    message: 'Thank you, Ana.\n\nThursday at ten works for us.',
    delivery_state: 'sent',
  },
  {
    sender_type: 'lead',
    message: 'Fine.\n\nOn November 20, 2026 at 9:14 a.m., Maude wrote:\n> Thursday at ten?',
  },
];

async function makeConversation(product: Product, email: string, createdAt: string, messages: typeof thread) {
  const admin = product.admin();
  const { data: lead } = await admin
    .from('leads')
    .insert({
      name: 'Ana Roy',
      email,
      ...(messages.length > 0 && { message: 'Could you look at our form?' }),
      created_at: createdAt,
    })
    .select('id')
    .single()
    .throwOnError();
  if (messages.length > 0)
    await admin
      .from('lead_messages')
      .insert(messages.map((message) => ({ ...message, lead_id: lead.id })))
      .throwOnError();
  const { data } = await admin.rpc('conversation_for_mail', { lead: lead.id }).throwOnError();
  return `/conversation/${(data as { token: string }).token}`;
}

/** The page of a conversation: with and without messages, expired, and behind a link that is none. */
export async function conversationScreens(product: Product): Promise<Screen[]> {
  const now = new Date().toISOString();
  const old = new Date(Date.now() - 91 * 86_400_000).toISOString();
  return [
    {
      name: 'conversation',
      path: await makeConversation(product, 'thread@roy.example', now, thread),
      states: [served, errors, sent],
    },
    {
      name: 'conversation-empty',
      path: await makeConversation(product, 'empty@roy.example', now, []),
      states: [served],
    },
    {
      name: 'conversation-expired',
      path: await makeConversation(product, 'expired@roy.example', old, []),
      states: [served],
    },
    { path: '/conversation/none-of-ours', states: [served, renewed] },
  ];
}
