import type { ReceivedMail, SmtpSink } from '@fairlead/backend/testing/fakes';
import { sendByWebhook } from '../mail-in/send-by-webhook.ts';
import type { MonthClock } from './month-clock.ts';
import type { PlannedRequest } from './plan-requests.ts';
import type { SeededRandom } from './random.ts';
import {
  quotingShapes,
  writePersonMail,
  writeAwayMail,
  writeBounce,
  type RawMail,
} from './write-person-mail.ts';

/** A mail that a person wrote, and where it belongs. */
export interface SentMail {
  kind: 'answer' | 'away' | 'bounce';
  words: string;
  /** The lead of the mail that it answers, from that mail's Message-ID chain. */
  lead: string;
  isTwice: boolean;
}

export interface SeenMail {
  mail: ReceivedMail;
  at: Date;
}

interface Due {
  at: number;
  answer: RawMail;
  sent: SentMail;
}

/** Simulates people who read their mail and answer hours later. */
export class Prospects {
  readonly sent: SentMail[] = [];
  /** All mails that were sent, including those to colleagues. */
  readonly seen: SeenMail[] = [];
  readonly #people = new Map<string, PlannedRequest[]>();
  readonly #due: Due[] = [];
  readonly #answered = new Map<string, number>();
  readonly #sink: SmtpSink;
  readonly #clock: MonthClock;
  readonly #random: SeededRandom;

  constructor(sink: SmtpSink, clock: MonthClock, random: SeededRandom) {
    this.#sink = sink;
    this.#clock = clock;
    this.#random = random;
  }

  /** Adds a person, who reads mail from now on. */
  meet(request: PlannedRequest): void {
    const known = this.#people.get(request.email) ?? [];
    this.#people.set(request.email, [...known, request]);
  }

  readNew(): void {
    for (const mail of this.#sink.received.slice(this.seen.length)) {
      this.seen.push({ mail, at: this.#clock.now() });
      this.#read(mail);
    }
  }

  /** Returns how many mails were sent; those that a server does not accept are sent again at the next call. */
  async sendDue(port: number): Promise<number> {
    const now = this.#clock.elapsed();
    const ready = this.#due.filter(({ at }) => at <= now);
    let count = 0;
    for (const each of ready) {
      try {
        await this.#send(port, each.answer);
        if (each.sent.isTwice) await this.#send(port, each.answer);
      } catch {
        continue;
      }
      this.#due.splice(this.#due.indexOf(each), 1);
      this.sent.push(each.sent);
      count += 1;
    }
    return count;
  }

  async #send(port: number, { raw }: RawMail): Promise<void> {
    const status = await sendByWebhook(port, raw, this.#clock.now());
    if (status !== 200) throw new Error(`the webhook returned ${status}`);
  }

  waiting(): number {
    return this.#due.length;
  }

  #read(mail: ReceivedMail): void {
    const person = this.#people.get(mail.to[0] ?? '')?.[0];
    const lead = /<lead-([0-9a-f-]{36})@/.exec(mail.parsed.references ?? '')?.[1];
    if (!person || lead === undefined) return;
    const count = this.#answered.get(lead) ?? 0;
    if (person.address === 'bounces') this.#plan('bounce', mail, person, lead, 0.1);
    else if (person.isAway && count === 0) this.#plan('away', mail, person, lead, 0.1);
    if (person.address !== 'bounces' && count < person.answers)
      this.#plan('answer', mail, person, lead, 0.3 + this.#random.next() * 30);
    this.#answered.set(lead, count + 1);
  }

  #plan(
    kind: SentMail['kind'],
    mail: ReceivedMail,
    person: PlannedRequest,
    lead: string,
    hours: number,
  ): void {
    const number = this.#due.length + this.sent.length;
    const words =
      person.language === 'fr' ? `Oui, merci beaucoup (${number})` : `Yes, that suits us (${number})`;
    const content = {
      mail,
      to: mail.parsed.replyTo?.[0]?.address ?? mail.parsed.from?.address ?? '',
      from: person.otherAddress && kind === 'answer' ? `other-${person.email}` : person.email,
      name: person.name,
      language: person.language,
      words,
      messageId: `<${kind}-${number}@mail.example>`,
      at: this.#clock.now(),
    };
    const write = {
      answer: writePersonMail.bind(null, this.#random.pick(quotingShapes)),
      away: writeAwayMail,
      bounce: writeBounce,
    };
    this.#due.push({
      at: this.#clock.elapsed() + hours * 3_600_000,
      answer: write[kind](content),
      sent: { kind, words, lead, isTwice: this.#random.chance(0.05) },
    });
  }
}
