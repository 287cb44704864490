import { Icon } from '../../../ui/icon.tsx';
import { phoneLink } from './phone-link.ts';
import type { Lead } from '../read-lead-page.ts';

/** Where it has to, an address breaks after its @, and only then within a word. */
function BreakableEmail({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

/** How to reach a lead, each in one press where it can be dialled or written to. */
export function LeadContact({ lead: { email, phone, company } }: { lead: Lead }) {
  const dial = phone ? phoneLink(phone) : null;
  return (
    <ul className="lead-contact">
      <li>
        <Icon name="mail" />
        <a className="lead-link" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
          <BreakableEmail email={email} />
        </a>
      </li>
      {phone && (
        <li>
          <Icon name="phone" />
          {dial ? (
            <a className="lead-link" href={dial}>
              {phone}
            </a>
          ) : (
            phone
          )}
        </li>
      )}
      {company && (
        <li>
          <Icon name="building" />
          {company}
        </li>
      )}
    </ul>
  );
}
