import { expect, test } from '../fixture.ts';
import { isWholeMatrix } from '@fairlead/backend/testing/target';
import { fuzzProduct } from './requests/fuzz-product.ts';
import { startFullyConfiguredProduct } from './requests/start-fully-configured-product.ts';

/** `npm run audit -- tests` sends 20,000, and `npm run drill -- http-fuzz` a million, with another seed each time. */
const rounds = isWholeMatrix ? 20_000 : 500;
const seed = 20_261_126;

test(
  'B-190 generated requests over all services: none is answered with 500 or more, none is left without a response',
  { timeout: 1_200_000 },
  async () => {
    await using product = await startFullyConfiguredProduct();
    const { faults, byStatus } = await fuzzProduct(product, { seed, rounds });
    expect(faults).toEqual([]);
    expect(product.faults()).toEqual([]);
    expect(product.process.exitCode).toBeNull();
    // Some requests must succeed.
    expect(byStatus.get(200)).toBeGreaterThan(rounds / 20);
  },
);
