/** Refills with time and may be overdrawn; the sender then waits. */
export interface TokenBucket {
  /** Returns how long to wait until the bucket is level again, in ms. */
  consume(points: number): number;
}

/** Begins with ten seconds' worth of points. */
export function createTokenBucket(
  perSecond: number,
  now: () => number = () => performance.now(),
): TokenBucket {
  const most = perSecond * 10;
  let points = most;
  let at = now();
  return {
    consume(cost) {
      const moment = now();
      points = Math.min(most, points + ((moment - at) / 1000) * perSecond) - cost;
      at = moment;
      return points >= 0 ? 0 : (-points / perSecond) * 1000;
    },
  };
}
