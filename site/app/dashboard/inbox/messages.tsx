import { agency } from '../../agency.ts';
import { mayReadLeads, useRoles } from '../../auth/session/roles.ts';
import { EmptyState } from '../screen/empty-state.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { Announcer } from './announcer.tsx';
import { Inbox } from './inbox.tsx';
import './inbox.css';

const title = 'Messages';
const text = 'Manage conversations and qualify leads';

export function meta() {
  return [{ title: `${title} · ${agency.name}` }];
}

export default function Messages() {
  const { data: roles = [] } = useRoles();
  return (
    <Announcer>
      {mayReadLeads(roles) ? (
        <Inbox text={text} title={title} />
      ) : (
        <>
          <ScreenHeading text={text} title={title} />
          <EmptyState text="Your role can't view leads. Ask an owner." />
        </>
      )}
    </Announcer>
  );
}
