// The page of a booked consultation.
import { data } from 'react-router';
import { agencyOf, useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { formatPageTitle } from '../../seo/format-head-texts.ts';
import { noindexPageHead, removeHeadTitle } from '../../seo/page-head.ts';
import { ContactFormLayout } from '../contact/contact-form-layout.tsx';
import { TextWithContactLinks } from '../page/text-with-contact-links.tsx';
import { ErrorLayout } from '../page/error-layout.tsx';
import type { Route } from './+types/booking.ts';
import { bookTexts as t } from './book-texts.ts';
import styles from './book.module.css';
import { readBooking, type PublicBooking, readFreeSlots } from './read-booking.ts';
import { receiveBookingChange } from './receive-booking.ts';
import { clocksDiffer, formatCallDateTime } from '../../booking/call-times.ts';
import { ButtonLink, Button } from '../../ui/button.tsx';
import { useVisitorTimeZone, SlotPicker } from './slot-picker.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import formStyles from '../lead-form/lead-form.module.css';

/** Changes nothing, because programs that check mail open its links. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const booking = await readBooking(serverClient(context), params.token);
  if (!booking) return data(null, { status: 404 });
  return {
    booking,
    slots: booking.canChange ? await readFreeSlots(context, params.token) : [],
    isFresh: new URL(request.url).searchParams.get('booked') === '1',
  };
}

export function action({ context, params, request }: Route.ActionArgs) {
  return receiveBookingChange(context, request, params.token);
}

/** The page renders its title itself, because the title contains the outcome of the booking. */
export function meta({ matches }: Route.MetaArgs) {
  return removeHeadTitle(noindexPageHead(matches, t.booking.titles.booked, describePage(matches)));
}

function describePage(matches: Route.MetaArgs['matches']): string {
  return `${agencyOf(matches).name}: ${t.booking.description}`;
}

export default function BookingPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name } = useAgency();
  if (!loaderData) return <UnknownLink />;
  const { booking, slots, isFresh } = loaderData;
  const title = titleOf(booking.state, booking.canChange, isFresh, actionData?.done);
  const call = (
    <div className={styles.call}>
      <title>{formatPageTitle(title, name)}</title>
      <BookedCall
        booking={booking}
        isFresh={isFresh || actionData?.done === 'moved'}
        title={title}
        token={params.token}
      />
      {booking.canChange && (
        <ChangeCall
          failure={actionData?.failure ?? null}
          slots={slots}
          token={params.token}
          zone={booking.visitorZone}
        />
      )}
    </div>
  );
  if (!booking.canChange) return <div className={`page ${styles.page}`}>{call}</div>;
  return <ContactFormLayout steps={Object.values(t.steps)}>{call}</ContactFormLayout>;
}

function titleOf(state: string, canChange: boolean, isFresh: boolean, done: string | undefined): string {
  if (state === 'cancelled') return t.booking.titles.cancelled;
  if (!canChange) return t.booking.titles.over;
  if (done === 'moved') return t.booking.titles.moved;
  return isFresh ? t.booking.titles.fresh : t.booking.titles.booked;
}

function UnknownLink() {
  const { name } = useAgency();
  return (
    <>
      <title>{formatPageTitle(t.booking.titles.unknown, name)}</title>
      <ErrorLayout title={t.booking.titles.unknown}>
        <p>
          <TextWithContactLinks text={t.booking.unknown} />
        </p>
      </ErrorLayout>
    </>
  );
}

interface ChangeCallProps {
  slots: readonly string[];
  token: string;
  failure: string | null;
  /** of the visitor, where it was stored */
  zone: string | null;
}

/** Two plain forms, which the browser submits itself, with and without scripts. */
function ChangeCall({ slots, token, failure, zone }: ChangeCallProps) {
  const action = `/book/${token}`;
  return (
    <div className="stack" data-screen-only="">
      {failure !== null && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was asked for by sending the form
        <ProblemSummary autoFocus title={failure} />
      )}
      {slots.length > 0 && (
        <details className={styles.change} open={failure !== null}>
          <summary>
            <h2>{t.booking.move}</h2>
          </summary>
          <form action={action} className={formStyles.form} method="post" noValidate>
            <SlotPicker slots={slots} zone={zone} />
            <div className={formStyles.foot}>
              <Button size="public" type="submit">
                {t.booking.moveTo}
              </Button>
            </div>
          </form>
        </details>
      )}
      <details className={styles.change}>
        <summary>
          <h2>{t.booking.cancel}</h2>
        </summary>
        <form action={action} className={formStyles.form} method="post">
          <p>{t.booking.cancelHint}</p>
          <div className={formStyles.foot}>
            <Button name="change" size="public" type="submit" value="cancel" variant="danger">
              {t.booking.cancelSubmit}
            </Button>
          </div>
        </form>
      </details>
    </div>
  );
}

interface BookedCallProps {
  booking: PublicBooking;
  title: string;
  token: string;
  /** whether it was booked or moved just now */
  isFresh: boolean;
}

/** The time of the call, in the agency's and in the visitor's zone. */
function BookedCall({ booking, title, token, isFresh }: BookedCallProps) {
  const { timeZone, openPages } = useAgency();
  const { startsAt, state, canChange, visitorZone } = booking;
  const own = useVisitorTimeZone(visitorZone);
  return (
    <div className="stack">
      <h1>{title}</h1>
      {state === 'cancelled' && <p>{t.booking.cancelled}</p>}
      <p className="text-20 font-bold">
        <time dateTime={startsAt}>{formatCallDateTime(startsAt, timeZone)}</time>
      </p>
      {own !== null && clocksDiffer(startsAt, timeZone, own) && (
        <p>{t.booking.yours(formatCallDateTime(startsAt, own))}</p>
      )}
      {canChange && <p>{t.phoneCall}</p>}
      {canChange && isFresh && <p>{t.booking.mail}</p>}
      {!canChange && state !== 'cancelled' && <p>{t.booking.over}</p>}
      <div className="cluster">
        {canChange && (
          <a className="button" data-size="public" data-variant="secondary" href={`/book/${token}/calendar`}>
            {t.booking.calendar}
          </a>
        )}
        {!canChange && openPages.includes('book') && (
          <ButtonLink size="public" to="/book">
            {t.booking.again}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
