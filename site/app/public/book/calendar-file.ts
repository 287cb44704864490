// The resource route that returns a booked consultation as an .ics calendar file.
import { backendContext } from '../../data/backend-context.ts';
import { createCalendarFile } from '../../booking/create-calendar-file.ts';
import { serverClient } from '../../data/server-client.ts';
import type { Route } from './+types/calendar-file.ts';
import { readBooking } from './read-booking.ts';

/** The call as a file, for visitors whose mail program does not add it to a calendar. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const booking = await readBooking(serverClient(context), params.token);
  if (!booking || booking.state === 'cancelled') throw new Response(null, { status: 404 });
  const { agency } = await context.get(backendContext).agency.read();
  const { startsAt, endsAt, version } = booking;
  const { origin } = new URL(request.url);
  const { content } = createCalendarFile({
    token: params.token,
    version,
    startsAt,
    endsAt,
    isCancelled: false,
    url: `${origin}/book/${params.token}`,
    agency,
    attendee: undefined,
  });
  return new Response(content, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'content-disposition': 'attachment; filename="consultation.ics"',
    },
  });
}
