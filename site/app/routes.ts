/// <reference types="vite/client" />
import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';
import { contentTables, contentTypeOf, type ContentTableName } from './content/content-types.ts';

/** The list of a type of content and its pages, whose files are in the folder named after its path. */
function publicRoutes(table: ContentTableName) {
  const name = contentTypeOf(table).path.slice(1);
  return [route(name, `public/${name}/list.tsx`), route(`${name}/:slug`, `public/${name}/detail.tsx`)];
}

function previewRoute(table: ContentTableName) {
  const file = `public${contentTypeOf(table).path}/detail.tsx`;
  return route(`${table}/:token`, file, { id: `preview/${contentTypeOf(table).id}` });
}

/** One list and one editor for all types, which read the type from the URL. */
function listRoute(table: ContentTableName) {
  const name = contentTypeOf(table).path.slice(1);
  return route(name, 'dashboard/content/list/content-list.tsx', { id: `dashboard/${name}` });
}

function editorRoute(table: ContentTableName) {
  const name = contentTypeOf(table).path.slice(1);
  return route(`${name}/:id`, 'dashboard/content/editor/content-editor.tsx', {
    id: `dashboard/${name}/edit`,
  });
}

/** Every URL with its module. */
export default [
  layout('public/layout/public-layout.tsx', [
    index('public/home/home.tsx'),
    ...contentTables.flatMap(publicRoutes),
    route('contact', 'public/contact/contact.tsx'),
    route('book', 'public/book/book.tsx'),
    route('book/:token', 'public/book/booking.tsx'),
    route('privacy', 'public/legal/privacy.tsx'),
    route('terms', 'public/legal/terms.tsx'),
    route('unsubscribe/:token', 'public/unsubscribe/unsubscribe.tsx'),
    route('conversation/:token', 'public/conversation/conversation.tsx'),
    route('accessibility', 'public/legal/accessibility.tsx'),
    route('*', 'public/layout/not-found-route.tsx'),
  ]),
  // Drafts, rendered by the components of their pages, for holders of a signed URL (docs/decisions/0002).
  route('preview', 'public/layout/public-layout.tsx', { id: 'preview' }, [
    ...contentTables.map(previewRoute),
    route('*', 'public/layout/not-found-route.tsx', { id: 'preview/unknown' }),
  ]),
  route('auth', 'auth/auth-page.tsx', { id: 'auth' }),
  route('dashboard', 'dashboard/layout/layout.tsx', { id: 'dashboard' }, [
    layout('dashboard/layout/screen-boundary.tsx', [
      index('dashboard/overview/overview.tsx'),
      ...contentTables.map(editorRoute),
      layout('dashboard/layout/tabbed-screens.tsx', [
        ...contentTables.map(listRoute),
        route('trash', 'dashboard/content/trash/trash.tsx'),
        route('redirects', 'dashboard/content/redirects/redirects.tsx'),
        route('agency', 'dashboard/agency/agency.tsx', { id: 'dashboard/agency' }),
        route('agency/:section', 'dashboard/agency/agency.tsx', { id: 'dashboard/agency/section' }),
        route('team', 'dashboard/team/team.tsx'),
        route('messages/triage', 'dashboard/triage/triage.tsx'),
        route('mail', 'dashboard/mail/mailbox.tsx'),
        route('privacy', 'dashboard/privacy/privacy.tsx'),
        route('feedback', 'dashboard/feedback/feedback.tsx'),
        route('audit', 'dashboard/audit/audit.tsx'),
        route('bookings', 'dashboard/bookings/bookings.tsx'),
        route('media', 'dashboard/media/media.tsx'),
        route('media/all', 'dashboard/media/all-images.tsx'),
      ]),
      route('messages', 'dashboard/inbox/messages.tsx'),
      route('leads', 'dashboard/inbox/leads-redirect.ts'),
      route('categories', 'dashboard/content/categories/categories.tsx'),
      route('settings', 'dashboard/settings/settings.tsx'),
      route('preview/:table/:id', 'dashboard/content/open-preview.tsx'),
      route('*', 'dashboard/layout/unknown-screen.tsx'),
    ]),
    route('agency/preview', 'dashboard/agency/preview-page.ts'),
    route('health', 'dashboard/overview/health/server-health.ts'),
    route('received-files/:mail/:part', 'dashboard/inbox/received/received-file.ts'),
    route('mail/files/:name?', 'dashboard/mail/files/mail-files.ts'),
  ]),
  route('team-links', 'dashboard/team/links/team-links.ts'),
  route('finish-upload', 'dashboard/media/receive/finish-upload.ts'),
  route('copy-image', 'dashboard/media/receive/copy-image.ts'),
  route('book/:token/calendar', 'public/book/calendar-file.ts'),
  route('form-hint', 'public/lead-form/intake/form-hint.ts'),
  route('chart/:sheet/:name', 'art/art-image.ts'),
  route('colours/:name', 'colours/colours-route.ts'),
  route('icon/:name', 'seo/icon.ts'),
  ...['favicon.svg', 'favicon.ico', 'apple-touch-icon.png'].map((name) =>
    route(name, 'seo/icon.ts', { id: name }),
  ),
  route('share/:kind/:name', 'seo/share-image.ts'),
  route('mail-logo/:name', 'seo/mail-logo.ts'),
  route('robots.txt', 'seo/robots.ts'),
  route('.well-known/security.txt', 'seo/security-txt.ts'),
  route('sitemap.xml', 'seo/sitemap.ts'),
  route('sitemap/:part', 'seo/sitemap-part.ts'),
  route('resources/feed.xml', 'seo/feed.ts'),
] satisfies RouteConfig;
