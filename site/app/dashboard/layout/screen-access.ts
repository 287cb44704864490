// Which screens an account may open, and what is due on them. Display only: policies decide.
import { useRouteLoaderData } from 'react-router';
import { isOwner, mayEditContent, mayReadLeads, type OwnRoles } from '../../auth/session/roles.ts';
import { useOpenWorkCounts } from '../screen/use-open-work-counts.ts';
import type { DueItemKind, ScreenRequirement, ScreenTab } from '../screens.ts';

/** The number of due items on the screens of the agency; 0 for those that the account may not read. */
export function useDueItemCounts(roles: OwnRoles): Record<DueItemKind, number> {
  const { data } = useOpenWorkCounts(mayReadLeads(roles));
  const { mails = 0, reports = 0, requests = 0 } = data ?? {};
  return { mails, reports, requests };
}

const mayOpenWithRoles: Record<ScreenRequirement, (roles: OwnRoles) => boolean> = {
  owner: isOwner,
  leads: mayReadLeads,
  content: mayEditContent,
  mailbox: isOwner,
  triage: mayReadLeads,
};

/** By role alone, because a screen opens at its URL even while its tab is hidden. */
export function mayOpenScreen(roles: OwnRoles, needs: ScreenRequirement | undefined): boolean {
  return needs === undefined || mayOpenWithRoles[needs](roles);
}

/** Returns whether the tab or entry of a screen is shown to the account. */
export function useScreenAccessCheck(roles: OwnRoles): (screen: ScreenTab) => boolean {
  const backend = useRouteLoaderData<{ hasMailbox: boolean; receivesMail: boolean }>('dashboard');
  const { mails } = useDueItemCounts(roles);
  const isUsed: Partial<Record<ScreenRequirement, boolean>> = {
    mailbox: backend?.hasMailbox === true,
    triage: mails > 0 || backend?.receivesMail === true,
  };
  return ({ needs }) => mayOpenScreen(roles, needs) && (needs === undefined || (isUsed[needs] ?? true));
}
