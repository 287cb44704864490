import { expect, test } from 'vitest';
import type { ClaimedMail } from './claim-mail.ts';
import { composeAccessibilityAcknowledgement } from './compose-notice-mail.ts';
import { letterheadFixture } from './letterhead.fixture.ts';

const mail = { id: 'm1', report_id: 'r1', to_address: 'ana@roy.example' } as ClaimedMail;

test('B-81 an acknowledgement has the same Message-ID at each attempt, and answers reach the agency', () => {
  const written = composeAccessibilityAcknowledgement(mail, letterheadFixture);
  expect(written.messageId).toBe('<acknowledgement-r1@maple.example>');
  expect(composeAccessibilityAcknowledgement({ ...mail, id: 'm2' }, letterheadFixture).messageId).toBe(
    written.messageId,
  );
  expect(written).toMatchObject({
    to: 'ana@roy.example',
    subject: 'We got your report',
    replyTo: { name: 'Maple & Birch', address: 'hello@maple.example' },
  });
  expect(written.text).toContain('https://maple.example/accessibility');
  expect(written.html).toContain('Maple &amp; Birch');
});
