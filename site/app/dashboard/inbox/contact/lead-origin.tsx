import { OtherRequests } from '../person/other-requests.tsx';
import type { RelatedRequests } from '../person/related-requests.ts';
import type { Lead } from '../read-lead-page.ts';
import { LeadConsent } from './lead-consent.tsx';
import { LeadSource } from './lead-source.tsx';

/** Under an open conversation: who it is with, and where from. */
export default function LeadOrigin({ lead, related }: { lead: Lead; related: RelatedRequests | undefined }) {
  return (
    <>
      <OtherRequests lead={lead} related={related} />
      <LeadSource lead={lead} />
      <LeadConsent lead={lead} />
    </>
  );
}
