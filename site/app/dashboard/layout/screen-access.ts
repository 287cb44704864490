// Which screens an account may open, and what is due on them. Display only: policies decide.
import { useLocation, useRouteLoaderData } from 'react-router';
import { isOwner, mayEditContent, mayReadLeads, type Roles } from '../../auth/session/roles.ts';
import {
  useDuePrivacyRequests,
  useUnansweredFeedbackCount,
  useOpenWorkCounts,
} from '../screen/use-open-work-counts.ts';
import type { DueItemKind, ScreenRequirement, ScreenTab } from '../screens.ts';

/**
 * How much is due on the screens of the agency; 0 where the account may not know. The inbox, which must load fast, has
 * no requests of its own for those that are right at once after an answer.
 */
export function useDueItemCounts(roles: Roles): Record<DueItemKind, number> {
  const readsLeads = mayReadLeads(roles);
  const isInbox = useLocation().pathname === '/dashboard/messages';
  const { data: work } = useOpenWorkCounts(readsLeads);
  const { data: reports = work?.reports ?? 0 } = useUnansweredFeedbackCount(readsLeads && !isInbox);
  const { data: requests = work?.requests ?? 0 } = useDuePrivacyRequests(isOwner(roles) && !isInbox);
  return { mails: work?.mails ?? 0, reports, requests };
}

/** Returns whether the account may open a screen. */
export function useMayOpenScreen(roles: Roles): (screen: ScreenTab) => boolean {
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
