import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // One hashed manifest file instead of requests that list every link (design: late hydration).
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
