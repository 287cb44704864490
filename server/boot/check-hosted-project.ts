const timeoutMs = 15_000;

/** Uses the secret key, so that a wrong one ends the start. */
export async function checkHostedProject(url: string, secretKey: string): Promise<void> {
  const requested = `${url}/rest/v1/quarantined_leads?select=id&limit=1`;
  const response = await fetch(requested, {
    headers: { apikey: secretKey },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(`SUPABASE_URL: ${url} cannot be reached (${reason}): check the address and the network`);
  });
  if (response.ok) return;
  const body = await response.text();
  if (response.status === 401 || response.status === 403)
    throw new Error(`SECRET_KEY: ${url} rejects it; give the secret key of that project`);
  if (/PGRST205|42P01/.test(body))
    throw new Error(
      `SUPABASE_URL: ${url} does not have the tables of supabase/migrations: run supabase db push there first`,
    );
  throw new Error(
    `SUPABASE_URL: ${requested} responds with ${response.status}: check that it is the address of a Supabase project`,
  );
}
