import type { Random } from '@fairlead/backend/testing';

export interface ValueGenerator {
  /** Generates a value for a column or an argument of this TypeScript type. */
  of: (random: Random, type: string) => unknown;
  text: (random: Random) => string;
  body: (random: Random) => string;
  /** Collects ids and URLs from a response, so that later requests use real or former ones. */
  learn: (text: string) => void;
}

const known = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[\w.+-]+@[\w.-]+\.\w+/g;
const maxLearned = 400;

const texts = [
  '',
  ' ',
  'zq',
  'ana@roy.example',
  'nobody@example.com',
  '00000000-0000-4000-8000-000000000000',
  'ffffffff-ffff-4fff-bfff-ffffffffffff',
  '2026-01-01',
  '2026-11-26T12:00:00Z',
  '-infinity',
  '294277-01-01',
  '0',
  '-1',
  '9223372036854775808',
  'NaN',
  'true',
  'null',
  'new',
  'owner',
  'posts',
  'services',
  'leads',
  'media',
  'America/Toronto',
  'https://www.example.com/x',
  'javascript:alert(1)',
  '../../etc/passwd',
  'a.png',
  'é🦊',
  '\u0000',
  '\ud800',
  "'; drop table leads; --",
  '{}',
  '{"a":1}',
  '[]',
  '<script>',
  'x'.repeat(300),
  'x'.repeat(5_000),
  // If it is cut at a length limit, it ends within a surrogate pair.
  '🦊'.repeat(300),
  `a${'🦊'.repeat(300)}`,
  'password',
  'refresh_token',
  'pkce',
  'id_token',
  'signup',
  'recovery',
  'github',
  'cert',
];
const bodies = [
  '',
  '{}',
  '[]',
  'null',
  '0',
  '"x"',
  '{',
  '{"a":}',
  '\u0000',
  'a=b&c=%FF',
  '--x\r\ncontent-disposition: form-data; name="a"; filename="b"\r\n\r\nzq\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="a"',
  '--x',
  '['.repeat(2_000),
  '{"a":'.repeat(500),
];
const keys = [
  'email',
  'password',
  'phone',
  'token',
  'type',
  'refresh_token',
  'code',
  'data',
  'factor_type',
  'friendly_name',
  'name',
  'id',
  'public',
  'prefix',
  'prefixes',
  'paths',
  'expiresIn',
  'bucketId',
  'sourceKey',
  'destinationKey',
  'messages',
  'limit',
  'offset',
  'sortBy',
  'search',
  'lead',
  'account',
  'message',
  'role',
  'app_metadata',
  'ban_duration',
  'redirect_to',
];

export function createValueGenerator(): ValueGenerator {
  const learned: string[] = [];
  let next = 0;

  function text(random: Random): string {
    return learned.length > 0 && random.chance(0.4) ? random.pick(learned) : random.pick(texts);
  }

  function json(random: Random, depth = 0): unknown {
    const kind = random.below(depth > 2 ? 5 : 8);
    if (kind === 0) return random.chance(0.5);
    if (kind === 1) return random.pick([0, 1, -1, 1.5, 1e20, 2 ** 31, 2 ** 53]);
    if (kind === 2) return null;
    if (kind < 5) return text(random);
    if (kind === 5) return Array.from({ length: random.below(3) }, () => json(random, depth + 1));
    const pairs = Array.from({ length: random.below(5) }, () => [random.pick(keys), json(random, depth + 1)]);
    return Object.fromEntries(pairs);
  }

  function of(random: Random, type: string): unknown {
    if (random.chance(0.04)) return json(random);
    if (type.endsWith('[]'))
      return Array.from({ length: random.below(4) }, () => of(random, type.slice(0, -2)));
    if (type.includes('null') && random.chance(0.2)) return null;
    if (type.startsWith('boolean')) return random.chance(0.5);
    if (type.startsWith('number')) return random.pick([0, 1, 7, -1, 3_000, 2 ** 31, 1e20, 0.5]);
    if (type.startsWith('Json')) return json(random);
    return text(random);
  }

  return {
    of,
    text,
    body(random) {
      if (random.chance(0.25)) return random.pick(bodies);
      const pairs = Array.from({ length: 1 + random.below(5) }, () => [random.pick(keys), json(random)]);
      return JSON.stringify(Object.fromEntries(pairs));
    },
    learn(response) {
      // Pages contain no names that the API does not.
      if (response.length > 20_000 || response.startsWith('<')) return;
      for (const [found] of response.matchAll(known)) {
        learned[next % maxLearned] = found;
        next += 1;
      }
    },
  };
}
