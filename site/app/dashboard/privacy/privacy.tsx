import { isOwner } from '../../auth/session/roles.ts';
import { RestrictedScreen } from '../screen/restricted-screen.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { FindPerson } from './find-person.tsx';
import { Incidents } from './incidents.tsx';
import { privacyTexts as t } from './privacy-texts.ts';
import { Requests } from './requests.tsx';
import { Retention } from './retention.tsx';

/** People's data, for owners; the database enforces it. */
export default function Privacy() {
  return (
    <RestrictedScreen deniedText={t.ownersOnly} may={isOwner} title={t.title}>
      <ScreenHeading text={t.description} title={t.title} />
      <div className="stack gap-24 max-w-56rem">
        <FindPerson />
        <Requests />
        <Retention />
        <Incidents />
      </div>
    </RestrictedScreen>
  );
}
