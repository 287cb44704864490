import { buffer } from 'node:stream/consumers';
import { createMailReader } from '@fairlead/mail-reader';

const reader = createMailReader({ own: { replyAddress: 'reply@example.com' } });
const mail = await reader.read(await buffer(process.stdin));
const isFolded = (n) => mail.folds.some((from, i) => i % 2 === 0 && n >= from && n < mail.folds[i + 1]);
const ownWords = mail.body.split('\n').filter((_, n) => !isFolded(n));
console.log(mail.kind, mail.fromAddress, mail.senderCheck, mail.subject);
console.log(ownWords.join('\n').trim());
await reader.close();
