// The order of imports: a module may import every module on a lower line, and none on its own line or above.

/** From top to bottom. A module of a large folder is named FOLDER/MODULE. */
export const importLevels = [
  'root',
  'tools/checks tools/test',
  'tools/setup',
  'tools/commands',
  'tools/drills',
  'tools/bench',
  'tools/release',
  'e2e',
  'supabase',
  'server',
  'site/root',
  'site/public site/dashboard site/mail',
  'site/auth site-server site-build',
  'site/booking site/lead site/seo',
  'site/content site/hydration',
  'site/art site/data',
  'site/ui',
  'site/agency',
  'site/contact site/colours site/fonts site/texts docs',
  'wire-tests mail-reader-tests tools/fakes',
  'backend/fakes',
  'backend/exports',
  'backend/root backend/backup backend/upgrade',
  'backend/auth backend/rest backend/storage backend/realtime backend/functions backend/edge',
  'backend/database backend/tokens backend/mail backend/limits',
  'backend/project backend/migrations',
  'backend/errors',
  'mail-reader',
];

/** Modules that may import only these of the modules below them. */
export const allowedImports: Record<string, RegExp> = {
  server: /^(site-server|site\/(agency|content|data|dashboard|mail)|backend\/.*|mail-reader)$/,
  'site/.*|site-server|site-build': /^(site\/.*|site-server|docs)$/,
  'backend/.*': /^backend\//,
  'wire-tests': /^backend\//,
  'mail-reader-tests': /^mail-reader$/,
  'tools/fakes': /^$/,
  root: /^(e2e|wire-tests)$/,
};

/** The same for the subfolders of a large module. Files outside the subfolders are free. */
export const subfolderLevels: Record<string, string[]> = {
  'site/app/public': [
    'home',
    'resources case-studies',
    'services apps book',
    'contact legal layout',
    'feedback conversation unsubscribe',
    'case-study-tiles lead-form',
    'page',
  ],
  'site/app/dashboard': [
    'overview audit triage',
    'inbox agency',
    'content bookings settings layout',
    'media team feedback privacy mail notifications',
    'screen',
  ],
  'site/app/auth': ['session'],
  'backend/src/auth': [
    'admin sign-in',
    'factors providers user',
    'messages',
    'sessions',
    'hooks',
    'accounts',
    'http',
  ],
  'backend/src/backup': ['continuous', 'targets'],
  'backend/src/database': ['embedded'],
  'backend/src/functions': ['http processes worker'],
  'backend/src/realtime': ['http', 'channels', 'changes cluster socket'],
  'backend/src/rest': ['response', 'reads', 'sql', 'plan', 'parse schema'],
  'backend/src/storage': ['signing', 'render', 'objects', 'buckets', 'http blobs'],
  'mail-reader/src': ['fold kind sender', 'parse'],
};
