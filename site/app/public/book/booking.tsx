import { data } from 'react-router';
import { agencyOf, useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { fitTitle } from '../../seo/fit-text.ts';
import { notFoundHead, withoutTitle } from '../../seo/page-head.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { ContactSheet } from '../contact/contact-sheet.tsx';
import { ErrorLayout } from '../page/error-layout.tsx';
import type { Route } from './+types/booking.ts';
import { bookTexts } from './book-texts.ts';
import styles from './book.module.css';
import { BookedCall } from './booked-call.tsx';
import { ChangeCall } from './change-call.tsx';
import { readBooking } from './read-booking.ts';
import { readSlots } from './read-slots.ts';
import { receiveChange } from './receive-change.ts';

const t = bookTexts.booking;

/** Changes nothing: programs that check mail open its links. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const booking = await readBooking(serverClient(context), params.token);
  if (!booking) return data(null, { status: 404 });
  return {
    booking,
    slots: booking.canChange ? await readSlots(context, params.token) : [],
    isFresh: new URL(request.url).searchParams.get('booked') === '1',
  };
}

export function action({ context, params, request }: Route.ActionArgs) {
  return receiveChange(context, request, params.token);
}

/** The page renders its title, because what became of the booking is part of it. */
export function meta({ matches }: Route.MetaArgs) {
  return withoutTitle(notFoundHead(matches, t.titles.booked, fitDescription(matches)));
}

function fitDescription(matches: Route.MetaArgs['matches']): string {
  return `${agencyOf(matches).name}: ${t.description}`;
}

export default function Booking({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name } = useAgency();
  if (!loaderData) return <UnknownLink />;
  const { booking, slots, isFresh } = loaderData;
  const title = titleOf(booking.state, booking.canChange, isFresh, actionData?.done);
  const call = (
    <div className={styles.call}>
      <title>{fitTitle(title, name)}</title>
      <BookedCall
        booking={booking}
        isFresh={isFresh || actionData?.done === 'moved'}
        title={title}
        token={params.token}
      />
      {booking.canChange && (
        <ChangeCall failure={actionData?.failure ?? null} slots={slots} token={params.token} />
      )}
    </div>
  );
  if (!booking.canChange) return <div className={`page ${styles.page}`}>{call}</div>;
  return <ContactSheet steps={Object.values(bookTexts.steps)}>{call}</ContactSheet>;
}

function titleOf(state: string, canChange: boolean, isFresh: boolean, done: string | undefined): string {
  if (state === 'cancelled') return t.titles.cancelled;
  if (!canChange) return t.titles.over;
  if (done === 'moved') return t.titles.moved;
  return isFresh ? t.titles.fresh : t.titles.booked;
}

function UnknownLink() {
  const { name, phoneHref, emailHref } = useAgency();
  const tags = {
    phone: (words: string) => <a href={phoneHref}>{words}</a>,
    email: (words: string) => <a href={emailHref}>{words}</a>,
  };
  return (
    <>
      <title>{fitTitle(t.titles.unknown, name)}</title>
      <ErrorLayout title={t.titles.unknown}>
        <p>
          <RichText tags={tags} text={t.unknown} />
        </p>
      </ErrorLayout>
    </>
  );
}
