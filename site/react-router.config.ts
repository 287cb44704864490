import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The router would answer a post under another name of this host with a bare "Bad Request" (127.0.0.1 for
  // localhost, a proxy's own name). Each action checks the origin itself and says what is wrong (app/public/lead-form/receive-form.ts).
  allowedActionOrigins: ['**'],
  // A hashed manifest file instead of requests that list every link (design: late hydration).
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
