// The route of the inbox: shows it to accounts that may read leads.
import { mayReadLeads, useRoles } from '../../auth/session/roles.ts';
import { EmptyState } from '../screen/empty-state.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { Announcer } from './announcer.tsx';
import { Inbox } from './inbox.tsx';
import { inboxTexts } from './inbox-texts.ts';

export default function MessagesScreen() {
  const { data: roles = [] } = useRoles();
  return (
    <Announcer>
      {mayReadLeads(roles) ? (
        <Inbox />
      ) : (
        <>
          <ScreenHeading text={inboxTexts.description} title={inboxTexts.title} />
          <EmptyState text={inboxTexts.noAccess} />
        </>
      )}
    </Announcer>
  );
}
