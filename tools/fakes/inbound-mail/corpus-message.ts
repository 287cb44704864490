import type { LeadKey, OutgoingKey } from './corpus-world.ts';

/**
 * Where a mail goes: into a thread by proof, into the newest open lead of its sender marked as a guess, to people who
 * sort it, nowhere (kept, makes no work), or to the message whose delivery it reports as failed.
 */
export type Way = { joins: LeadKey } | { guess: LeadKey } | 'triage' | 'machine' | { bounce: OutgoingKey };

interface ExpectedAttachment {
  /** as shown; empty where the mail gives none and the product chooses */
  name: string;
  /** what its bytes are, whatever the mail says */
  type: string;
  /** decoded; absent for parts of text whose line ends a program may change or count differently */
  sizeBytes?: number;
  /** `either`: kept, refused or, for signatures and the like, left out of the list */
  outcome: 'kept' | 'refused' | 'either';
  /** shown by the text itself (cid) */
  inline?: true;
  /** never shown as a picture or page, only downloaded */
  neverPicture?: true;
  note?: string;
}

export interface CorpusMessage {
  /** `corpus/ID.eml` */
  id: string;
  /** what it is, in a sentence */
  is: string;
  way: Way;
  /** other ways that are no mistake, where the rules leave room */
  alsoRight?: Way[];
  /** its words or its program are French */
  french?: true;
  /** decoded */
  subject?: string;
  /** The new text, without opening what is folded. White space is compared as single spaces. */
  visible?: { exactly: string } | { includes: string[] };
  /** Kept, but folded as quote or signature: not in the visible text. White space as above. */
  folded?: string[];
  /** In no visible text and in no markup that is shown. */
  notVisible?: string[];
  /** Addresses that nothing may fetch. */
  neverLoaded?: string[];
  /** In their order within the mail. Absent: not compared. */
  attachments?: ExpectedAttachment[];
  bounce?: {
    /** part of the reason that staff see */
    reason: string;
    recipient: string;
    /** absent where the report leaves it open (full, host not found) */
    addressIsBad?: boolean;
  };
  /** Not the address of the lead: staff must see that. */
  fromAnotherAddress?: true;
  /** ID of the message that it repeats: adds nothing. `way` is that of the first. */
  duplicateOf?: string;
  /** its lines do not all end with CRLF, on purpose */
  hasBareLineFeeds?: true;
}
