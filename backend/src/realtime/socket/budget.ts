/** How much somebody may still send: it fills with time, and may be overdrawn, for which the sender then waits. */
export interface Budget {
  /** Takes points and answers how long the sender must wait until the budget is level again, in ms. */
  spend(points: number): number;
}

/** A budget of so many points a second, with ten seconds' worth to begin with. */
export function createBudget(perSecond: number, now: () => number = () => performance.now()): Budget {
  const most = perSecond * 10;
  let points = most;
  let at = now();
  return {
    spend(cost) {
      const moment = now();
      points = Math.min(most, points + ((moment - at) / 1000) * perSecond) - cost;
      at = moment;
      return points >= 0 ? 0 : (-points / perSecond) * 1000;
    },
  };
}
