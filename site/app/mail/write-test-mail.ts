import { randomUUID } from 'node:crypto';
import type { ShareColours } from '../colours/share-colours.ts';
import { layOutMail } from './lay-out-mail.ts';
import { mailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';

const { subject, works, look, reason } = mailTexts.test;

/** That mail can be sent, to the owner who asked. */
export function writeTestMail(
  to: string,
  domain: string,
  { name: agency, colours }: { name: string; colours: ShareColours },
): OutgoingMail {
  return {
    kind: 'test',
    to,
    ...layOutMail({ agency, colours, subject, text: `${works}\n\n${look}`, reason: reason(agency) }),
    messageId: `<test-${randomUUID()}@${domain}>`,
    humanAuthored: false,
  };
}
