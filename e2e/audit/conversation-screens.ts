import type { Product } from '../product/product.ts';
import { readConversationPath, makeLead } from '../product/staff.ts';
import { servedStates } from './public-screens.ts';
import { defineScreen, type Screen, type States } from './screen.ts';
import * as step from './state-steps.ts';

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

const withThread: States = {
  ...servedStates,
  errors: [
    step.visit,
    step.fillIn('Your reply', ' '),
    step.press('Send reply'),
    step.seeElement('[aria-invalid=true]'),
  ],
  // the URL after a message was sent, so that no look sends another message
  sent: [step.visitAt('?sent=1')],
};

async function makeConversation(product: Product, email: string, daysAgo: number, messages: typeof thread) {
  const { id } = await makeLead(product, {
    name: 'Ana Roy',
    email,
    message: messages.length > 0 ? 'Could you look at our form?' : null,
    created_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
  });
  const rows = messages.map((message) => ({ ...message, lead_id: id }));
  await product.admin.from('lead_messages').insert(rows).throwOnError();
  return readConversationPath(product, id);
}

/** The page of a conversation: with and without messages, expired, and with an invalid link. */
export async function conversationScreens(product: Product): Promise<Screen[]> {
  const full = await makeConversation(product, 'thread@roy.example', 0, thread);
  const empty = await makeConversation(product, 'empty@roy.example', 0, []);
  const expired = await makeConversation(product, 'expired@roy.example', 91, []);
  return [
    defineScreen(full, withThread, 'conversation'),
    defineScreen(empty, servedStates, 'conversation-empty'),
    defineScreen(expired, servedStates, 'conversation-expired'),
    defineScreen('/conversation/none-of-ours', {
      ...servedStates,
      'fresh link asked for': [step.visitAt('?renewed=1')],
    }),
  ];
}
