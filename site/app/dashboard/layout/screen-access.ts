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

/** Returns whether the account may open a screen. */
export function useScreenAccessCheck(roles: OwnRoles): (screen: ScreenTab) => boolean {
  const backend = useRouteLoaderData<{ hasMailbox: boolean; receivesMail: boolean }>('dashboard');
  const { mails } = useDueItemCounts(roles);
  const isReader = mayReadLeads(roles);
  const may: Record<ScreenRequirement, boolean> = {
    owner: isOwner(roles),
    leads: isReader,
    content: mayEditContent(roles),
    mailbox: isOwner(roles) && backend?.hasMailbox === true,
    triage: isReader && (mails > 0 || backend?.receivesMail === true),
  };
  return ({ needs }) => needs === undefined || may[needs];
}
