// The privacy policy page: its loader fills in the real retention period, backup period, protection.
import { backendContext } from '../../data/backend-context.ts';
import { toReadError } from '../../data/data-or-throw.ts';
import { serverClient } from '../../data/server-client.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import type { Route } from './+types/privacy.ts';
import { EffectiveDate, LegalPage } from './legal-page.tsx';
import { legalTexts } from './legal-texts.ts';
import { renderLegalText } from './legal-text.server.ts';
import preset from '../../agency/legal/privacy.md?raw';

/** The text contains the owners' settings: how long messages and backups are kept. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const access = context.get(backendContext);
  const { agency, legal } = await access.agency.read();
  const { data, error } = await serverClient(context).rpc('retention_months');
  if (error) throw toReadError('how long messages are kept', error);
  const doings = {
    // null if retention is off, which the generated types do not express
    retention: legalTexts.retention(data as number | null),
    backups: legalTexts.backups(access.backupsKept),
    protection: legalTexts.protection({
      isEncrypted: new URL(request.url).protocol === 'https:',
      hasBackups: access.backupsKept !== null,
    }),
  };
  // the last argument replaces placeholders in single braces, which texts of earlier versions contain
  const text = renderLegalText(legal.privacy || preset, agency, doings, doings);
  return { text, isOwn: legal.privacy !== '' };
}

export function meta({ matches }: Route.MetaArgs) {
  return sitePageHead('privacy', matches);
}

/** When our preset text last changed. */
const revised = '2026-11-27';

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const { text, isOwn } = loaderData;
  return (
    <LegalPage revised={isOwn ? null : revised} text={text} title={legalTexts.privacy}>
      <EffectiveDate text={text} />
    </LegalPage>
  );
}
