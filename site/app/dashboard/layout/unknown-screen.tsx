// The 404 of the dashboard: inside its frame for staff, without it for everyone else.
import { data } from 'react-router';
import { agencyOf } from '../../agency/use-agency.ts';
import { unknownPathTexts as t, useUnknownPathWarning } from '../../ui/unknown-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { frameTexts } from '../screen/screen-texts.ts';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import type { Route } from './+types/unknown-screen.ts';

/** The layout shows this screen to people without a session, too. */
export const handle = { now: 'always', isUnknownScreen: true };

export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: frameTexts.documentTitle(t.documentTitle, agencyOf(matches).name) }];
}

export default function UnknownScreen() {
  useUnknownPathWarning();
  return (
    <div data-unknown-path="">
      <ScreenHeading text={t.text} title={t.title} />
      <ButtonLink to="/">{t.home}</ButtonLink>
    </div>
  );
}
