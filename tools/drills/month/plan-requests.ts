import type { SeededRandom } from './random.ts';

const hourMs = 3_600_000;

export type Language = 'en' | 'fr';

/** A request of one person, and the person's later behaviour. */
export interface PlannedRequest {
  number: number;
  /** Milliseconds after the month began. */
  at: number;
  way: 'form' | 'api';
  language: Language;
  name: string;
  email: string;
  message: string;
  /** How often the person answers replies. */
  answers: number;
  /** For a non-existent address, its mail server refuses at once, or by a later bounce. */
  address: 'good' | 'refused' | 'bounces';
  /** Answers come from another address. */
  otherAddress: boolean;
  /** The first reply gets an out-of-office mail. */
  isAway: boolean;
  /** The browser sends the form twice. */
  isSentTwice: boolean;
}

const names = [
  'Ana Roy',
  'Léa Tremblay',
  'Omar Haddad',
  'Chloé Gagnon',
  'Jay Singh',
  'Maude Côté',
  'Ben Okafor',
];
const messages: Record<Language, readonly string[]> = {
  en: [
    'We need a website that people with low vision can use.',
    'How long does an audit of twenty pages take?',
    'Our rankings fell in spring. Can we talk?',
  ],
  fr: [
    'Nous cherchons une agence pour refaire notre site.',
    'Combien coûte un audit d’accessibilité de vingt pages ?',
    'Notre trafic a baissé depuis le printemps. Pouvez-vous nous aider ?',
  ],
};

/** Sorted by time. `days` is the number of days on which requests arrive. */
export function planRequests(random: SeededRandom, count: number, days: number): PlannedRequest[] {
  const times = Array.from({ length: count }, () => arrival(random, days)).toSorted((a, b) => a - b);
  const planned: PlannedRequest[] = [];
  for (const [number, at] of times.entries()) {
    const returning = random.chance(0.06) ? planned[random.between(0, planned.length - 1)] : undefined;
    const language: Language = random.chance(0.4) ? 'fr' : 'en';
    planned.push({
      number,
      at,
      language,
      way: random.chance(0.7) ? 'form' : 'api',
      name: returning?.name ?? random.pick(names),
      email: returning?.email ?? `person-${number}@${random.pick(['maple', 'lac', 'prairie'])}.example`,
      message: `${random.pick(messages[language])} (${number})`,
      answers: random.between(0, 3),
      address: returning?.address ?? addressKind(random),
      otherAddress: random.chance(0.05),
      isAway: random.chance(0.08),
      isSentTwice: random.chance(0.05),
    });
  }
  return planned;
}

/** Two of three arrive in the daytime. */
function arrival(random: SeededRandom, days: number): number {
  const day = random.between(0, days - 1);
  const hour = random.chance(0.66) ? 8 + random.next() * 10 : random.next() * 24;
  return (day * 24 + hour) * hourMs;
}

function addressKind(random: SeededRandom): PlannedRequest['address'] {
  if (random.chance(0.03)) return 'refused';
  return random.chance(0.03) ? 'bounces' : 'good';
}
