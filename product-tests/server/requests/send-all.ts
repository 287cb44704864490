import { createHmac } from 'node:crypto';
import { jwtSecret } from './start-fully-configured-product.ts';

/** The path with a value for each parameter. */
export function fillPathParameters(path: string): string {
  return path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');
}

/** Runs four at a time. */
export async function runFourAtATime<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  async function next(): Promise<void> {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
  }
  await Promise.all([next(), next(), next(), next()]);
}

/** A token of an account that never existed, expired years ago. */
export function createExpiredToken(): string {
  const [head, claims] = [
    { alg: 'HS256', typ: 'JWT' },
    { sub: '00000000-0000-4000-8000-000000000000', role: 'authenticated', exp: 1_700_000_000 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = createHmac('sha256', jwtSecret).update(`${head}.${claims}`).digest('base64url');
  return `${head}.${claims}.${signature}`;
}
