import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../data/browser-client.ts';
import { useSignedIn } from './session-store.ts';

const knownRoles = ['owner', 'editor', 'agent', 'viewer'] as const;
export type Roles = (typeof knownRoles)[number][];

async function readMyRoles(): Promise<Roles> {
  const { data } = await browserClient().rpc('my_roles').throwOnError();
  return knownRoles.filter((role) => data.includes(role));
}

/** The roles of this account; none means that it waits for an owner's approval. Policies decide, this only explains. */
export function useRoles() {
  const { user } = useSignedIn();
  return useQuery({ queryKey: ['roles', user.id], queryFn: readMyRoles });
}

/** Whether these roles may read leads and their messages. */
export function mayReadLeads(mine: Roles): boolean {
  return mine.includes('owner') || mine.includes('agent');
}

/** Whether this account may write services, categories, apps, posts and media; false until that is known. */
export function useMayEditContent(): boolean {
  const { data: mine = [] } = useRoles();
  return mine.includes('owner') || mine.includes('editor');
}
