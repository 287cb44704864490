// The server of `npm start` without the page cache: every request is read, rendered and compressed.
import { startPracticeStripe } from '../../server/practice-stripe/practice-stripe.ts';
import { runServer } from '../../server/run-server.ts';
import { loadBuiltRouter } from '../../server/site/built-site.ts';
import { createPageRenderer } from '../../server/site/create-page-renderer.ts';
import { securityHeaders } from '../../site/server/security-headers.ts';
import { createSiteHandler } from '../../site/server/site-handler.ts';

await runServer({
  environment: process.env,
  startPracticeStripe,
  async startSite(running) {
    const siteUrl = running.config.SITE_URL;
    const pages = {
      respond: () => false,
      render: () => Promise.resolve(false),
      clear: () => {},
      stats: () => ({ hits: 0, misses: 0, pages: 0, bytes: 0 }),
    };
    const { handle, firstSegments } = (await loadBuiltRouter())!;
    const render = createPageRenderer(running, handle);
    return {
      first: [],
      handle: createSiteHandler({ render, pages, siteUrl, firstSegments, headers: securityHeaders(siteUrl) }),
    };
  },
});
