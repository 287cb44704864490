import type { CorpusMessage } from './corpus-message.ts';
import { anotherAddressMessages } from './manifest/another-address-messages.ts';
import { appleMessages } from './manifest/apple-messages.ts';
import { attachmentMessages } from './manifest/attachment-messages.ts';
import { bounceMessages } from './manifest/bounce-messages.ts';
import { brokenMessages } from './manifest/broken-messages.ts';
import { contentMessages } from './manifest/content-messages.ts';
import { duplicateMessages } from './manifest/duplicate-messages.ts';
import { enclosureMessages } from './manifest/enclosure-messages.ts';
import { encodingMessages } from './manifest/encoding-messages.ts';
import { forgedTokenMessages } from './manifest/forged-token-messages.ts';
import { gmailMessages } from './manifest/gmail-messages.ts';
import { machineMessages } from './manifest/machine-messages.ts';
import { outlookMessages } from './manifest/outlook-messages.ts';
import { senderMessages } from './manifest/sender-messages.ts';
import { threadingMessages } from './manifest/threading-messages.ts';
import { thunderbirdMessages } from './manifest/thunderbird-messages.ts';
import { webmailMessages } from './manifest/webmail-messages.ts';

/**
 * Incoming mails with what must become of each, by family, written without knowledge of the program that reads them.
 * A duplicate stands behind what it duplicates. None may ever join the thread of a lead that `way` and `alsoRight`
 * do not name.
 */
export const corpusFamilies: Record<string, CorpusMessage[]> = {
  gmail: gmailMessages,
  outlook: outlookMessages,
  apple: appleMessages,
  thunderbird: thunderbirdMessages,
  webmail: webmailMessages,
  encoding: encodingMessages,
  threading: threadingMessages,
  sender: senderMessages,
  'another-address': anotherAddressMessages,
  'forged-token': forgedTokenMessages,
  content: contentMessages,
  attachment: attachmentMessages,
  enclosure: enclosureMessages,
  broken: brokenMessages,
  machine: machineMessages,
  bounce: bounceMessages,
  duplicate: duplicateMessages,
};

export const corpus: CorpusMessage[] = Object.values(corpusFamilies).flat();
