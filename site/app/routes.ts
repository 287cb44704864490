import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** The site map: every URL and the file that answers it. */
export default [
  layout('frame/public-layout.tsx', [
    index('home/home.tsx'),
    route('services', 'services/list.tsx'),
    route('services/:slug', 'services/detail.tsx'),
    route('apps', 'apps/list.tsx'),
    route('apps/:slug', 'apps/detail.tsx'),
    route('resources', 'resources/list.tsx'),
    route('resources/:slug', 'resources/article.tsx'),
    route('contact', 'leads/contact.tsx'),
    route('privacy', 'legal/privacy.tsx'),
    route('terms', 'legal/terms.tsx'),
    route('*', 'frame/unknown-route.tsx'),
  ]),
  route('auth', 'account/auth-page.tsx'),
  route('dashboard', 'dashboard/layout.tsx', [
    index('overview/overview.tsx'),
    route('services', 'services/admin.tsx'),
    route('services/new', 'services/editor/new.tsx'),
    route('services/:id', 'services/editor/edit.tsx'),
    route('messages', 'leads/inbox/messages.tsx'),
    route('leads', 'leads/inbox/leads-redirect.ts'),
    route('categories', 'categories/admin.tsx'),
    route('media', 'media/admin.tsx'),
    route('settings', 'settings/settings.tsx'),
  ]),
  route('form-hint', 'leads/intake/form-hint.ts'),
  route('chart/:sheet/:name', 'ui/chart/chart-image.ts'),
  route('share/:kind/:name', 'seo/share-image.ts'),
  route('robots.txt', 'seo/robots.ts'),
  route('sitemap.xml', 'seo/sitemap.ts'),
  route('sitemap/:part', 'seo/sitemap-part.ts'),
  route('resources/feed.xml', 'seo/feed.ts'),
] satisfies RouteConfig;
