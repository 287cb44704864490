import { useAgency } from '../../agency/use-agency.ts';
import { clocksDiffer, formatCall } from '../../booking/call-times.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { bookTexts } from './book-texts.ts';
import type { BookingView } from './read-booking.ts';
import { useVisitorZone } from './use-visitor-zone.ts';

const t = bookTexts.booking;

interface BookedCallProps {
  booking: BookingView;
  title: string;
  token: string;
  /** it was booked or moved a moment ago */
  isFresh: boolean;
}

/** When the call is, in the agency's zone and in the visitor's. */
export function BookedCall({ booking, title, token, isFresh }: BookedCallProps) {
  const { timeZone, openPages } = useAgency();
  const own = useVisitorZone();
  const { startsAt, state, canChange } = booking;
  return (
    <div className="stack">
      <h1>{title}</h1>
      {state === 'cancelled' && <p>{t.cancelled}</p>}
      <p className="text-20 font-bold">
        <time dateTime={startsAt}>{formatCall(startsAt, timeZone)}</time>
      </p>
      {own !== null && clocksDiffer(startsAt, timeZone, own) && (
        <p>{bookTexts.yours(formatCall(startsAt, own))}</p>
      )}
      {canChange && <p>{bookTexts.phoneCall}</p>}
      {canChange && isFresh && <p>{t.mail}</p>}
      {!canChange && state !== 'cancelled' && <p>{t.over}</p>}
      <div className="cluster">
        {canChange && (
          <a className="button" data-size="public" data-variant="secondary" href={`/book/${token}/calendar`}>
            {t.calendar}
          </a>
        )}
        {!canChange && openPages.includes('book') && (
          <ButtonLink size="public" to="/book">
            {t.again}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
