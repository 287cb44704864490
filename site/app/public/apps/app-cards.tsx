import type { ReactNode } from 'react';

/** The grid of app cards. */
export function AppCards({ children }: { children: ReactNode }) {
  return <ul className="app-cards">{children}</ul>;
}
