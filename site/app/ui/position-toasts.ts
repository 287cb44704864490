// Keeps toasts clear of what the user needs next: moves them within the window.
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Obstacle extends Box {
  /** the cost of covering it: that of the most important one is more than that of all others */
  cost: number;
}

/** Distance between toasts and what they must not cover, in px. */
const gapPx = 8;
const marginPx = 16;
const settledMs = 120;

const controls = 'button, a, input, select, textarea, summary, [role=switch], [role=option], [role=menuitem]';
/** Covered only if there is no other place. */
const landmarks = [
  'h1',
  '[role=alert]:not(.toast)',
  'aside',
  ':is(search, [role=search]) :is(input, select, button)',
  'form:not(article form) [type=submit]',
].join(', ');

let used: Element | undefined;

function recordUse({ target }: Event): void {
  const control = target instanceof Element ? target.closest(controls) : null;
  if (control && !control.closest('.toaster')) used = control;
}

function elementsOf(ids: string | null): (HTMLElement | null)[] {
  return (ids ?? '').split(/\s+/).map((id) => (id === '' ? null : document.getElementById(id)));
}

/** The label and the messages of a field. */
function wordsOf(field: Element): (Element | null)[] {
  const labels = 'labels' in field && field.labels instanceof NodeList ? [...field.labels] : [];
  return [
    ...labels.filter((label) => label instanceof Element),
    ...['aria-labelledby', 'aria-describedby', 'aria-errormessage'].flatMap((name) =>
      elementsOf(field.getAttribute(name)),
    ),
  ];
}

/** The next field of a series, such as the reply box of the next card. */
function nextFieldAfter(element: Element, root: ParentNode): Element | undefined {
  return [...root.querySelectorAll('[data-next-field]')].find(
    (field) =>
      field !== element &&
      (element.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
      !element.closest('form')?.contains(field),
  );
}

function findObstacles(toaster: HTMLElement): Obstacle[] {
  const root = toaster.closest('dialog') ?? document;
  const focused = document.activeElement;
  const current = [focused, used].filter(
    (element) => element instanceof Element && element !== document.body && !toaster.contains(element),
  ) as Element[];
  const found: [cost: number, elements: (Element | null | undefined)[]][] = [
    [10_000, current],
    [1_000, current.flatMap(wordsOf)],
    [1_000, current.map((element) => nextFieldAfter(element, root))],
    [30, [...root.querySelectorAll('[aria-invalid=true]')].flatMap((field) => [field, ...wordsOf(field)])],
    [1, [...root.querySelectorAll(landmarks)]],
  ];
  return found.flatMap(([cost, elements]) =>
    [...new Set(elements)].flatMap((element) => {
      if (!element?.isConnected || !root.contains(element)) return [];
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const isShown = width > 1 && height > 1 && bottom > 0 && top < innerHeight;
      // a dialog or a whole card that has the focus leaves no place
      return isShown && height < innerHeight / 2 ? [{ left, top, right, bottom, cost }] : [];
    }),
  );
}

function costOf(box: Box, obstacles: readonly Obstacle[]): number {
  return obstacles
    .filter(
      (one) =>
        one.left < box.right + gapPx &&
        one.right > box.left - gapPx &&
        one.top < box.bottom + gapPx &&
        one.bottom > box.top - gapPx,
    )
    .reduce((sum, { cost }) => sum + cost, 0);
}

/** The places for a box, the usual one first: as low as possible, on its usual side and on the other one. */
function positionsFor(usual: Box, obstacles: readonly Obstacle[]): Box[] {
  const [width, height] = [usual.right - usual.left, usual.bottom - usual.top];
  const tops = [
    usual.top,
    marginPx,
    ...obstacles.flatMap(({ top, bottom }) => [top - gapPx - height, bottom + gapPx]),
  ].filter((top) => top === usual.top || (top >= marginPx && top <= usual.top));
  const lefts = [usual.left, document.documentElement.clientWidth - usual.right];
  return lefts.flatMap((left) =>
    tops
      .toSorted((one, other) => other - one)
      .map((top) => ({ left, top, right: left + width, bottom: top + height })),
  );
}

function positionToasts(toaster: HTMLElement): void {
  // a toast that is being read or pressed stays where it is
  if (toaster.matches(':hover, :focus-within')) return;
  toaster.style.translate = '';
  const usual = toaster.getBoundingClientRect();
  const obstacles = findObstacles(toaster);
  const positions = positionsFor(usual, obstacles).map((box) => ({ box, cost: costOf(box, obstacles) }));
  const least = Math.min(...positions.map(({ cost }) => cost));
  const { box } = positions.find(({ cost }) => cost === least) ?? { box: usual };
  if (box.left !== usual.left || box.top !== usual.top)
    toaster.style.translate = [box.left - usual.left, box.top - usual.top].map((px) => `${px}px`).join(' ');
}

/** Records which control was used last; returns the function that stops. */
export function watchUsedControl(): () => void {
  const watching = new AbortController();
  for (const type of ['pointerdown', 'keydown', 'click'])
    addEventListener(type, recordUse, { capture: true, signal: watching.signal });
  return () => watching.abort();
}

/** Places the toasts, again when the focus, the page or the window changes; returns the function that stops. */
export function keepToastsClear(toaster: HTMLElement): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const positionSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => positionToasts(toaster));
  };
  // not while the window scrolls, because they would jump
  const positionAfterScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(positionSoon, settledMs);
  };
  addEventListener('focusin', positionSoon, { signal });
  addEventListener('resize', positionSoon, { signal });
  addEventListener('scroll', positionAfterScroll, { capture: true, passive: true, signal });
  const observer = new MutationObserver(positionSoon);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['aria-invalid', 'open'],
  });
  positionToasts(toaster);
  return () => {
    watching.abort();
    observer.disconnect();
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
