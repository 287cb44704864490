// `npm run types`: migrates an empty database and writes site/app/data/database-types.ts from its catalog.
import '../supabase/generate-types.ts';
