import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { browserClient } from '../data/browser-client.ts';
import { useSignedIn } from './session-store.ts';

const roles = z.array(z.enum(['owner', 'editor', 'agent', 'viewer']));
export type Roles = z.infer<typeof roles>;

async function readMyRoles(): Promise<Roles> {
  const { data } = await browserClient().rpc('my_roles').throwOnError();
  return roles.parse(data);
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
