// `npm run backend -- --workdir DIR --port N`: serves any supabase/ folder.
import '@fairlead/backend/cli.ts';
