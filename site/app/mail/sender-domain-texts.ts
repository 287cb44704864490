import { defineTexts } from '../texts/define-texts.ts';

export const senderDomainTexts = defineTexts({
  unreachable: "We couldn't look it up: no DNS server answered. Try again in a few minutes.",
  spf: {
    good: 'Published.',
    missing:
      'Missing. It says which servers may send your mail. Publish it, with the value of your mail provider if they name another.',
    several: (count: number) =>
      `There are ${count} records, and receivers then ignore all of them. Join them into one.`,
    open: 'It lets every server send mail in your name. End it with ~all or -all.',
    closed: 'It allows no server at all, so receivers refuse all of our mail. Publish this one instead.',
    unfinished: "It doesn't say what receivers do with mail from other servers. End it with ~all or -all.",
  },
  dkim: {
    good: 'Published, and your mail is signed with its key.',
    unsigned:
      "Not signed here. Most mail providers sign for you: send a test message and look for dkim=pass in its source. If it isn't there, set DKIM_SELECTOR.",
    missing: "Your mail is signed, but the key isn't published, so nobody can check it. Publish it.",
    different: "The published key isn't the one your mail is signed with. Publish this one.",
    revoked: 'The published key is empty, which means revoked. Publish this one.',
  },
  dmarc: {
    good: 'Published. Receivers are asked to stop forged mail.',
    missing:
      'Missing. Large receivers ask for it, and without it they may treat your mail as spam. Publish it.',
    several: (count: number) =>
      `There are ${count} records, and receivers then ignore all of them. Keep one.`,
    invalid: 'It names no policy that receivers know. Publish p=none, p=quarantine or p=reject.',
    reportsOnly:
      'Published, for reports only (p=none). Once SPF and DKIM are right, p=quarantine also keeps forged mail out.',
  },
});
