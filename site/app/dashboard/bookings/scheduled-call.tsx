// One call of the week, with its buttons.
import { CallStateBadge } from './booked-call.tsx';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import {
  clocksDiffer,
  formatCallDateTime,
  formatCallDateTimeWithoutYear,
  formatCallTime,
  isKnownTimeZone,
} from '../../booking/call-times.ts';
import { phoneLink } from '../../contact/phone-number.ts';
import { type BookingRow, bookingsQueryName } from './bookings-queries.ts';
import { bookingsTexts as t } from './bookings-texts.ts';
import { ChooseTimeDialog, BookCallButton } from './choose-time.tsx';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import { ConfirmWriteDialog } from '../screen/confirm-write-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { toastSuccess } from '../../ui/toast.tsx';

interface ScheduledCallProps {
  call: BookingRow;
  now: string;
  /** with its date, in a list that is not of one day */
  isDated?: boolean;
}

/** One call with its lead: name, contact and message. */
export function ScheduledCall({ call, now, isDated = false }: ScheduledCallProps) {
  const { timeZone } = useAgency();
  const [asked, setAsked] = useState<'move' | 'cancel'>();
  const { lead, starts_at: startsAt, ends_at: endsAt, visitor_zone: zone } = call;
  const dial = phoneLink(lead.phone ?? '');
  const begin = (isDated ? formatCallDateTimeWithoutYear : formatCallTime)(startsAt, timeZone);
  const time = t.call.time(begin, formatCallTime(endsAt, timeZone));
  const Heading = isDated ? 'h3' : 'h4';
  const hasOtherClock = zone !== null && isKnownTimeZone(zone) && clocksDiffer(startsAt, timeZone, zone);
  return (
    <article className="surface stack gap-8 p-16-20">
      <div className="cluster">
        <Heading className="sans text-17 font-bold">
          <time dateTime={startsAt}>{time}</time>, <bdi>{lead.name}</bdi>
        </Heading>
        <CallStateBadge state={call.state} />
      </div>
      {hasOtherClock && <p className="muted">{t.call.visitorZone(formatCallDateTime(startsAt, zone))}</p>}
      <ul className="flex flex-wrap gap-4-20">
        {lead.phone && (
          <li>
            {dial ? (
              <a className="link" href={dial}>
                {lead.phone}
              </a>
            ) : (
              lead.phone
            )}
          </li>
        )}
        {lead.email && (
          <li>
            <a className="link" href={`mailto:${encodeURIComponent(lead.email).replace('%40', '@')}`}>
              {lead.email}
            </a>
          </li>
        )}
        {lead.company && (
          <li>
            <bdi>{lead.company}</bdi>
          </li>
        )}
      </ul>
      {lead.message && <p className="pre-wrap">{lead.message}</p>}
      <Link
        className="link"
        to={`/dashboard/messages?${new URLSearchParams({ search: lead.email ?? lead.name }).toString()}`}
      >
        {t.call.open(lead.name)}
      </Link>
      <CallButtons
        hasBegun={Date.parse(startsAt) <= Date.parse(now)}
        call={call}
        leaves={isDated}
        onCancel={() => setAsked('cancel')}
        onMove={() => setAsked('move')}
        time={time}
      />
      {asked === 'move' && <MoveCall call={call} onClose={() => setAsked(undefined)} />}
      {asked === 'cancel' && <CancelCall call={call} onClose={() => setAsked(undefined)} />}
    </article>
  );
}

function MoveCall({ call, onClose }: { call: BookingRow; onClose: () => void }) {
  return (
    <ChooseTimeDialog
      id={`move-${call.id}`}
      lead={call.lead}
      moved={call}
      onClose={onClose}
      texts={t.move}
      write={(slot) => callDatabaseFunction('move_booking', { booking: call.id, slot })}
    />
  );
}

function CancelCall({ call, onClose }: { call: BookingRow; onClose: () => void }) {
  const { timeZone } = useAgency();
  return (
    <ConfirmWriteDialog
      busyText={t.cancel.busy}
      done={t.cancel.done}
      id={`cancel-${call.id}`}
      no={t.cancel.no}
      onClose={onClose}
      queryKeys={[bookingsQueryName, 'leads']}
      title={t.cancel.title(call.lead.name)}
      write={() => callDatabaseFunction('cancel_booking', { booking: call.id })}
      yes={t.cancel.yes}
    >
      <p>
        {(call.lead.email === null ? t.cancel.noEmail : t.cancel.text)(
          call.lead.name,
          formatCallDateTime(call.starts_at, timeZone),
        )}
      </p>
    </ConfirmWriteDialog>
  );
}

interface CallButtonsProps {
  call: BookingRow;
  hasBegun: boolean;
  /** part of the accessible names of the buttons */
  time: string;
  /** whether the list drops the call with its outcome */
  leaves: boolean;
  onMove: () => void;
  onCancel: () => void;
}

/** Before a call: move and cancel. From its start: how it went. */
function CallButtons({ call, hasBegun, time, leaves, onMove, onCancel }: CallButtonsProps) {
  const finish = useWriteMutation(
    (outcome: string) => callDatabaseFunction('finish_booking', { booking: call.id, outcome }),
    [bookingsQueryName],
    {
      waits: true,
      form: `finish-${call.id}`,
      onSuccess: (_, outcome) => leaves && outcome !== 'booked' && confirmOutcome(outcome),
    },
  );

  function confirmOutcome(outcome: string): void {
    toastSuccess({
      title: t.call.noted(t.call.states[outcome as 'done' | 'missed'], call.lead.name),
      action: { label: t.call.undo, onClick: () => finish.mutate('booked') },
    });
    // the pressed button is removed with the call
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }

  const whose = <span className="sr-only">{t.call.whose(call.lead.name, time)}</span>;
  const outcome = (name: 'done' | 'missed' | 'booked', words: string) => (
    <Button
      busy={finish.isPending && finish.variables === name}
      busyText={t.call.saving}
      onClick={() => finish.mutate(name)}
      variant="secondary"
    >
      <span>{words}</span>
      {whose}
    </Button>
  );
  if (call.state === 'cancelled')
    return (
      <div className="cluster">
        <BookCallButton lead={call.lead} variant="secondary" />
      </div>
    );
  return (
    <div className="cluster">
      {hasBegun && call.state === 'booked' && outcome('done', t.call.done)}
      {hasBegun && call.state === 'booked' && outcome('missed', t.call.missed)}
      {hasBegun && call.state !== 'booked' && outcome('booked', t.call.undo)}
      {hasBegun && call.state === 'missed' && <BookCallButton lead={call.lead} variant="secondary" />}
      {!hasBegun && (
        <>
          <Button onClick={onMove} variant="secondary">
            {t.call.move}
            {whose}
          </Button>
          <Button onClick={onCancel} variant="secondary">
            {t.call.cancel}
            {whose}
          </Button>
        </>
      )}
    </div>
  );
}
