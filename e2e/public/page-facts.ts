// Functions that run in the browser and read facts that are checked on every page.

/** The page's own metadata, as it is served. */
export function readPageFacts() {
  const hidden = (element: Element) => element.closest('[aria-hidden=true]') !== null;
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  // pictures of a record are content; only the replacement for a missing one is decoration
  const records = all('main img[src*="/samples/"], main img[src*="/storage/"]');
  const silentPictures = [
    ...all('img:not([alt])'),
    ...records.filter(
      (image) => image.getAttribute('alt') === '' && !image.matches('.ring-frame img, .tile-picture img'),
    ),
    ...all('svg').filter(
      (svg) => !hidden(svg) && !(svg.getAttribute('role') === 'img' && svg.getAttribute('aria-label')),
    ),
    ...all('svg text'),
  ];
  const headings = all('h1, h2, h3, h4').filter((heading) => heading.offsetParent !== null);
  return {
    language: document.documentElement.getAttribute('lang'),
    languagesOfParts: all('body [lang]').map((element) => element.getAttribute('lang') ?? ''),
    /** Markup of visible pictures and drawings without an accessible name. */
    silentPictures: silentPictures.map((element) => element.outerHTML.slice(0, 120)),
    footerLinks: all('footer a').map((link) => `${link.textContent} ${link.getAttribute('href')}`),
    titled: all('[title]:not(link)').map((element) => element.outerHTML.slice(0, 120)),
    headingLevels: headings.map((heading) => Number(heading.tagName[1])),
    times: all('time').map((time) => time.getAttribute('datetime') ?? ''),
  };
}

/** Dates in the text that are not in a <time> element. */
export function findBareDates(): string[] {
  const month = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}, \d{4}\b/;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    // prose is Markdown, and today's date depends on the visitor's clock
    if (month.test(textContent ?? '') && !parentElement?.closest('time, .prose, script, [data-clock]'))
      found.push(textContent ?? '');
  }
  return found;
}

/** Links and controls that are smaller than promised. A press on a check box's label counts as a press on it. */
export function findSmallTargets(): string[] {
  return [...document.querySelectorAll('a, button, input, select, textarea')].flatMap((element) => {
    const target = element.matches('[type=checkbox], [type=radio]') ? element.closest('label') : null;
    const { width, height } = (target ?? element).getBoundingClientRect();
    if (width === 0 || getComputedStyle(element).clipPath !== 'none') return [];
    const isInline = element.tagName === 'A' && getComputedStyle(element).display === 'inline';
    const least =
      element.tagName === 'A' && !element.matches('.button, header a')
        ? 24
        : element.matches('.theme-switch button')
          ? 40
          : 44;
    return isInline || (width >= least - 0.5 && height >= least - 0.5)
      ? []
      : [`${element.outerHTML.slice(0, 90)} ${width}×${height}`];
  });
}

/** With the text spacing of WCAG: the width of the page, and the elements that clip text. */
export function findClippedBySpacing(): { width: number; clipped: string[] } {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
  );
  document.adoptedStyleSheets.push(sheet);
  const texts = document.querySelectorAll('main :is(h1, h2, h3, p, a, button, li, dt, dd, .badge)');
  const clipped = [...texts].filter(
    (element) =>
      getComputedStyle(element).overflow !== 'visible' &&
      element.scrollWidth > element.clientWidth + 1 &&
      !element.classList.contains('sr-only'),
  );
  const found = {
    width: document.documentElement.scrollWidth,
    clipped: clipped.map((element) => element.outerHTML.slice(0, 80)),
  };
  document.adoptedStyleSheets.pop();
  return found;
}
