import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';

async function readTeamRules() {
  const { data } = await browserClient().rpc('team_rules').single().throwOnError();
  return data;
}

/** What holds for the whole team: how accounts are made, and whether staff must show a second factor. Owners alone. */
export function useTeamRules(enabled: boolean) {
  return useQuery({ queryKey: ['team', 'rules'], queryFn: readTeamRules, enabled });
}
