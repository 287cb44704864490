import { ownerScreens } from '../audit/owner-screens.ts';
import { publicScreens } from '../audit/public-screens.ts';
import type { Screen } from '../audit/screen.ts';
import { staffScreens } from '../audit/staff-screens.ts';
import { openPage, type Journeys, type JourneyMove } from './journey-move.ts';
import { becomeOwnerMove, staffJourneys } from './staff-journeys.ts';

const fits = `document.documentElement.scrollWidth <= innerWidth`;
const fetchesScripts = `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.js'))`;

const narrow: JourneyMove = {
  do: 'make the window narrow: nothing overflows',
  act: ({ engine }) => engine.resize(engine.narrowest, 900),
  shows: `innerWidth < 768 && ${fits}`,
};

function openEach(screens: readonly Screen[], shows: string, ...further: JourneyMove[]): Journeys {
  const paths = new Set(screens.map(({ path }) => path.replace(/\?.*/, '')));
  return Object.fromEntries([...paths].map((path) => [path, [{ ...openPage(path), shows }, ...further]]));
}

/** The server's page has a heading too, but no sidebar. */
const isLoaded = `document.querySelector('aside') && document.querySelector('main h1') && !document.querySelector('main :is([aria-busy=true], .spinner)')`;

/** Every public page, which fetches no script before it is touched; after signing in, the screens of the dashboard. */
export const screenJourneys: Journeys = {
  ...openEach(publicScreens, `${fits} && !${fetchesScripts}`, narrow),
  ...staffJourneys,
  ...openEach(
    staffScreens.filter((screen) => screen.path.startsWith('/dashboard') && !ownerScreens.includes(screen)),
    isLoaded,
  ),
  'Become an owner': [becomeOwnerMove],
  ...openEach(ownerScreens, isLoaded),
};
