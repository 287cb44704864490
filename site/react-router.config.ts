import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The router would respond to a post under another name of this host (127.0.0.1 for localhost, a proxy's own name)
  // with a bare "Bad Request". Each action checks the origin itself and names the problem
  // (app/public/lead-form/receive-visitor-form.ts).
  allowedActionOrigins: ['**'],
  // A hashed manifest file instead of requests that list every link (design: late hydration).
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
