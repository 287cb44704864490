import { AddedBy } from '../add-lead/added-by.tsx';
import type { Lead } from '../read-lead-page.ts';
import { originTexts } from './origin-texts.ts';
import styles from '../lead-card.module.css';

const t = originTexts.source;

type Source = Pick<
  Lead,
  | 'origin'
  | 'channel'
  | 'created_by'
  | 'landing_path'
  | 'referrer_host'
  | 'campaign_source'
  | 'campaign_medium'
  | 'campaign_name'
>;

function nameOfChannel(channel: string): string {
  return channel === 'phone' ? t.phone : channel === 'in_person' ? t.in_person : t.other;
}

function describeSource(lead: Source): string[] {
  const campaign = [lead.campaign_source, lead.campaign_medium, lead.campaign_name].filter(Boolean);
  return [
    ...(lead.referrer_host ? [t.site(lead.referrer_host)] : []),
    ...(campaign.length > 0 ? [t.campaign(campaign.join(', '))] : []),
    ...(lead.landing_path ? [t.landing(lead.landing_path)] : []),
    ...(lead.origin === 'api' ? [t.api] : []),
    ...(lead.channel ? [nameOfChannel(lead.channel)] : []),
  ];
}

/** Where a lead came from, in one quiet line; nothing where nothing is known. */
export function LeadSource({ lead }: { lead: Source }) {
  const parts = describeSource(lead);
  if (parts.length === 0) return null;
  return (
    <ul aria-label={t.label} className={styles.source}>
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
      {lead.origin === 'staff' && (
        <li>
          <AddedBy accountId={lead.created_by} />
        </li>
      )}
    </ul>
  );
}
