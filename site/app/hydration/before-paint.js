/* eslint-disable */
// The only inline script of a page, classic, in <head>: the same bytes on every page, at most 3 KB minified. It must
// not know any feature. What it does before React is loaded: theme before paint, fonts after it, the page-load hash,
// today's dates, the console line of an unknown path, `command` where the browser lacks it, where the visit began (for
// forms with a field `visit`), and the start of hydration at the first sign of intent. entry.client.tsx does the rest.
(function (win, doc, on) {
  var root = doc.documentElement;
  var place = location;
  var hash = place.hash;
  var path = place.pathname + place.search;
  var intents = ['pointerdown', 'touchstart', 'keydown', 'focusin'];
  var pace = matchMedia('(prefers-reduced-motion:reduce)').matches ? 'auto' : 'smooth';
  var parsed = 'DOMContentLoaded';
  var from = doc.referrer;
  var arrival = performance.getEntriesByType('navigation')[0]?.type;
  // `ready`: 0 once the modules are known to be missing, 1 once React handles the events of the page
  var ready, held, glides, scrolled;
  try {
    var theme = localStorage.theme;
    if (theme == 'light' || theme == 'dark') root.dataset.theme = theme;
  } catch (e) {}

  // The fonts are fetched after the first content is painted, see ui/fonts.css, and used once all have arrived, unless
  // the reader has scrolled by then: lines that break differently would move the text being read. The next page has
  // them. A browser that has the styles has the fonts too.
  on('scroll', () => (scrolled = 1), true);
  function useFonts() {
    root.dataset.fonts = '';
  }
  function fetchFonts() {
    Promise.allSettled(Array.from(doc.fonts, (font) => font.load())).then(() => scrolled || useFonts());
  }
  // dispatched after a client navigation
  on('newpage', () => {
    scrolled = 0;
    fetchFonts();
  });
  try {
    // first-paint can be a background alone
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length) fetchFonts();
    }).observe({ type: 'paint', buffered: true });
  } catch (e) {}
  // Some browsers report no paints, to prevent fingerprinting. A page may be loaded before its first frame.
  on('load', () => requestAnimationFrame(() => setTimeout(fetchFonts, 1000)));
  requestAnimationFrame(() => {
    var files = performance.getEntriesByType('resource');
    if (files.some((file) => /\.css$/.test(file.name) && !file.transferSize)) useFonts();
  });

  // Stored only in this tab, and not for a browser that asks not to be tracked (docs/decisions/0051). A visit begins
  // with a page that another site or a campaign leads to.
  try {
    if (navigator.globalPrivacyControl || navigator.doNotTrack == 1) delete sessionStorage.visit;
    else if (!sessionStorage.visit || /[?&]utm_/.test(path) || (from && !from.startsWith(place.origin + '/')))
      sessionStorage.visit = path + ' ' + from;
  } catch (e) {}

  function replaceAddress(url) {
    history.replaceState(history.state, '', url);
  }
  // The browser would jump to the fragment at once; instead the page scrolls there smoothly after 100 ms. Fragments
  // with "=" contain tokens for /auth, not places.
  glides = /^#[^=]+$/.test(hash) && arrival == 'navigate';
  if (glides) replaceAddress(path);

  // Whether the URL contains tokens, or supabase-js has stored a session.
  function isKnown() {
    try {
      return hash.includes('=') || Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
    } catch (e) {}
  }

  function start() {
    if (ready == 0) return fall();
    if (!intents) return;
    if (doc.readyState == 'loading') return on(parsed, start);
    intents = 0;
    delete root.dataset.idle;
    var page = JSON.parse(doc.getElementById('handoff').textContent);
    Promise.resolve(page.hot && import(page.hot))
      .then(() => Promise.all(page.modules.map((url) => import(url))))
      .catch(() => {
        // with data-gone, ui/missing-scripts.css shows its notice at once
        root.dataset.gone = ready = 0;
        fall();
      });
    setTimeout(fall, 6000);
  }
  // Called if hydration failed or takes too long: follows a held link. For a held button, reloads the page once if
  // modules are missing, as after a deploy; they may be known to be missing before the button is pressed.
  function fall() {
    if (ready || !held) return;
    if (held.href) place.href = held.href;
    else if (ready == 0 && arrival != 'reload') place.reload();
  }

  on('hydrated', () => {
    ready = 1;
    root.style.scrollBehavior = '';
    if (held?.isConnected) held.click();
  });
  // React has rendered the document again (preserve-page-state.ts)
  on('rebuilt', (event) => (held &&= event.detail(held)));
  on(
    'click',
    (event) => {
      var target = event.target;
      var button = target.closest('[commandfor]');
      var late = target.closest('a[data-late],button[type=button]:not([commandfor],[popovertarget])');
      var link = target.closest('a');
      var dialog;
      if (button && !('command' in button)) {
        dialog = doc.getElementById(button.getAttribute('commandfor'));
        if (dialog) dialog[dialog.open ? 'close' : 'showModal']();
      }
      if (ready) return;
      event.stopImmediatePropagation();
      if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (late) {
        event.preventDefault();
        held = late;
        start();
      } else if (link?.hash && link.href == place.origin + path + link.hash) {
        // The browser navigates itself, including focus and history; only the scrolling is ours.
        link.closest('dialog')?.close();
        root.style.scrollBehavior = pace;
      }
    },
    true,
  );
  // A form that only React can send is held like a click.
  on(
    'submit',
    (event) => {
      var visit = event.target.elements.visit;
      try {
        if (visit) visit.value = sessionStorage.visit || '';
      } catch (e) {}
      if (ready || !event.target.matches('[data-late]')) return;
      event.preventDefault();
      held = event.submitter;
      start();
    },
    true,
  );
  intents.forEach((type) => on(type, start));
  // Browsers also fire this event for a resting pointer after each layout, with a movement of zero.
  on('pointermove', (event) => {
    if (event.movementX || event.movementY) start();
  });

  on(parsed, () => {
    var now = root.dataset.now;
    var date = new Date();
    doc.querySelectorAll('[data-clock]').forEach((node) => {
      var text =
        node.dataset.clock == 'year'
          ? date.getFullYear()
          : date.toLocaleDateString('en-CA', { dateStyle: 'long', timeZone: node.dataset.zone });
      if (node.textContent != text) node.textContent = text;
    });
    if (doc.querySelector('[data-unknown-path]')) console.warn('404: no page at ' + path);
    // An error in the URL is shown without an interaction.
    if (now == 'always' || /[?#&]error[_=]/.test(place) || (now && isKnown())) start();
    // with data-idle, ui/missing-scripts.css hides its notice, because no script was requested yet
    else if (now) {
      root.dataset.idle = '';
      // starts after a sign-in in another tab
      on('storage', () => isKnown() && start());
    }
  });
  on('load', () => {
    if (!glides) return;
    replaceAddress(path + hash);
    // not for a reader who has scrolled in the meantime
    setTimeout(() => scrollY || doc.getElementById(hash.slice(1))?.scrollIntoView({ behavior: pace }), 100);
  });
})(window, document, addEventListener);
