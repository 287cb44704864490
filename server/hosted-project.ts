import type { Settings } from './config.ts';

const patienceMs = 15_000;

/** Asks a hosted project with the secret key, so that what is wrong with it is told before it is served. */
export async function checkHosted({ SECRET_KEY = '' }: Settings, url: string): Promise<void> {
  const headers = { apikey: SECRET_KEY };
  const asked = `${url}/rest/v1/settings?select=id&limit=1`;
  const answer = await fetch(asked, { headers, signal: AbortSignal.timeout(patienceMs) }).catch(
    (error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      throw new Error(
        `SUPABASE_URL: ${url} cannot be reached (${reason}): check the address and the network`,
      );
    },
  );
  if (answer.ok) return;
  const said = await answer.text();
  if (answer.status === 401 || answer.status === 403)
    throw new Error(`SECRET_KEY: ${url} refuses it; give the secret key of that project`);
  if (/PGRST205|42P01/.test(said))
    throw new Error(
      `SUPABASE_URL: ${url} does not have the tables of supabase/migrations: run supabase db push there first`,
    );
  throw new Error(
    `SUPABASE_URL: ${asked} answers ${answer.status}: check that it is the address of a Supabase project`,
  );
}
