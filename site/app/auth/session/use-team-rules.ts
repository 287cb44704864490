import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';

async function readTeamRules() {
  const { data } = await browserClient().rpc('team_rules').single().throwOnError();
  return data;
}

/** Team-wide settings: how accounts are made, and whether a second factor is required. Owners only. */
export function useTeamRules(enabled: boolean) {
  return useQuery({ queryKey: ['team', 'rules'], queryFn: readTeamRules, enabled });
}
