import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { watchTables } from '../screen/watch-tables.ts';
import { bookingsKey } from './bookings-queries.ts';

/** Shows what visitors and colleagues do meanwhile. False while changes do not arrive. */
export function useLiveBookings(): boolean {
  const queries = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const refetch = () => void queries.invalidateQueries({ queryKey: [bookingsKey] });
    return watchTables(
      { bookings: refetch, booking_blocks: refetch },
      {
        onSubscribed() {
          setIsLive(true);
          refetch();
        },
        onDisconnected: () => setIsLive(false),
      },
    );
  }, [queries]);
  return isLive;
}
