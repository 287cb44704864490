import { startProduct, type Product } from '../product/product.ts';

/** When something could not reach the server, in milliseconds of the clock. */
export interface Outage {
  from: number;
  to: number;
}

/** A product whose server process can be killed; it continues on the same port with the same data. */
export interface KillableProduct extends AsyncDisposable {
  readonly product: Product;
  url: string;
  outages: Outage[];
  restart(): Promise<void>;
}

export async function startKillableProduct(): Promise<KillableProduct> {
  const first = await startProduct();
  let product = first;
  const outages: Outage[] = [];
  return {
    get product() {
      return product;
    },
    url: first.url,
    outages,
    async restart() {
      const outage = { from: Date.now(), to: Infinity };
      outages.push(outage);
      const ended = new Promise((resolve) => product.process.once('exit', resolve));
      product.process.kill('SIGKILL');
      await ended;
      product = await startProduct({ PORT: new URL(first.url).port }, first.dataDir);
      outage.to = Date.now();
    },
    async [Symbol.asyncDispose]() {
      await product.stop();
      await first.stop();
    },
  };
}
