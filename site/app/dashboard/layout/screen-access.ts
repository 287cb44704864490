// Which screens an account may open, and what is due on them. Display only: policies decide.
import { useLocation, useRouteLoaderData } from 'react-router';
import { isOwner, mayEditContent, mayReadLeads, type OwnRoles } from '../../auth/session/roles.ts';
import {
  useDuePrivacyRequestCount,
  useUnansweredFeedbackCount,
  useOpenWorkCounts,
} from '../screen/use-open-work-counts.ts';
import type { DueItemKind, ScreenRequirement, ScreenTab } from '../screens.ts';

/**
 * The number of due items on the screens of the agency; 0 for those that the account may not read. The inbox must
 * load fast, so there the counts come from its own request for work, and may be older after a response.
 */
export function useDueItemCounts(roles: OwnRoles): Record<DueItemKind, number> {
  const readsLeads = mayReadLeads(roles);
  const isInbox = useLocation().pathname === '/dashboard/messages';
  const { data: work } = useOpenWorkCounts(readsLeads);
  const { data: reports = work?.reports ?? 0 } = useUnansweredFeedbackCount(readsLeads && !isInbox);
  const { data: requests = work?.requests ?? 0 } = useDuePrivacyRequestCount(isOwner(roles) && !isInbox);
  return { mails: work?.mails ?? 0, reports, requests };
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
