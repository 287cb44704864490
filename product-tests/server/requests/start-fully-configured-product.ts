import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct, type Product } from '../../../e2e/product/product.ts';

export const jwtSecret = 'a-secret-of-more-than-32-characters-for-tests';
const metricsToken = 'a-token-of-more-than-20-characters';

export interface FullyConfiguredProduct extends Product {
  accessLog: string;
  /** Lines of the log that show a fault of the server. */
  faults: () => string[];
}

/** Public mode, behind a proxy, with every optional setting that needs no outside service. */
export async function startFullyConfiguredProduct(): Promise<FullyConfiguredProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-requests-'));
  const accessLog = join(folder, 'access.log');
  const product = await startProduct({
    SITE_URL: 'https://www.example.com',
    TRUSTED_PROXIES: '1',
    JWT_SECRET: jwtSecret,
    SIGN_UP: 'open',
    ACCESS_LOG: accessLog,
    METRICS_TOKEN: metricsToken,
    REPLY_ADDRESS: 'reply@example.com',
    MAIL_IN_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123456789abcdef',
    // No server listens there, so mail waits.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Fairlead <hello@example.com>',
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_fedcba9876543210fedcba9876543210',
  });
  return {
    ...product,
    accessLog,
    faults: () =>
      product
        .output()
        .split('\n')
        .filter((line) => /"level":"error"|request\.uncaught|process\.failed/.test(line)),
    async stop() {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
