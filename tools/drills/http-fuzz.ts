import { fuzzProduct } from '../../product-tests/server/requests/fuzz-product.ts';
import { startFullyConfiguredProduct } from '../../product-tests/server/requests/start-fully-configured-product.ts';
import { printIndented } from './backup/run-command.ts';
import { connectionFuzzer } from './http-fuzz/connection-fuzzer.ts';

export const title =
  'N generated requests (1,000,000) over all services, pipelines and frames of sockets among them, with a seed (that of the clock): none >= 500 but 501 and 57014, none without a response';

const progressEvery = 50_000;

export default async function drill([
  rounds = '1000000',
  seed = String(Date.now() >>> 0),
]: readonly string[]): Promise<void> {
  printIndented(`seed ${seed}`);
  await using product = await startFullyConfiguredProduct();
  const { faults, byStatus } = await fuzzProduct(product, {
    seed: Number(seed),
    rounds: Number(rounds),
    connectionFuzzer,
    onProgress: (sent) => sent % progressEvery === 0 && printIndented(`${sent} sent`),
  });
  printIndented(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  );
  for (const fault of [...faults, ...product.faults().slice(0, 100)]) printIndented(fault);
  if (product.process.exitCode !== null) throw new Error('the server ended');
  if (faults.length + product.faults().length > 0)
    throw new Error(`${faults.length} kinds of faults (seed ${seed})`);
}
