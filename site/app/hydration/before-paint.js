/* eslint-disable */
// The one script that stands in a page, classic, in <head>: the same bytes on every page, at most 3 KB minified.
// It must not know any feature. What it does before React is wanted: theme before paint, the page-load hash,
// today's dates, the console line of an unknown path, `command` where the browser lacks it, where
// the visit began (for forms with a field `visit`), and the start of hydration at the first sign of intent.
// entry.client.tsx does the rest.
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
  // 0 once it is known that the modules are gone, 1 once React hears the page
  var ready, held, glides;
  try {
    var theme = localStorage.theme;
    if (theme == 'light' || theme == 'dark') root.dataset.theme = theme;
  } catch (e) {}

  // In this tab alone, and not for a browser that asks not to be followed (docs/decisions/0051). A page that another site or a
  // campaign leads to begins a visit.
  try {
    if (navigator.globalPrivacyControl || navigator.doNotTrack == 1) delete sessionStorage.visit;
    else if (!sessionStorage.visit || /[?&]utm_/.test(path) || (from && !from.startsWith(place.origin + '/')))
      sessionStorage.visit = path + ' ' + from;
  } catch (e) {}

  function replaceAddress(url) {
    history.replaceState(history.state, '', url);
  }
  // The browser would jump to the fragment at once; the page glides there after 100 ms instead.
  // Fragments with "=" carry tokens for /auth, not places.
  glides = /^#[^=]+$/.test(hash) && arrival == 'navigate';
  if (glides) replaceAddress(path);

  // Tokens in the address, or a session where supabase-js keeps it.
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
        // what ui/screen/missing-scripts.css looks at
        root.dataset.gone = ready = 0;
        fall();
      });
    setTimeout(fall, 6000);
  }
  // Hydration failed or takes too long: a held link goes where it points. For a held button whose modules are gone, as
  // after a deploy, the page is read anew, once. They may be known to be gone before the button is pressed.
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
  // React has rendered the document again (keep-page-state.ts)
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
        // The browser goes there itself, focus and history included; only its pace is ours.
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
  // A browser tells of a pointer that rests on the page as well, after each layout: it has moved by nothing.
  on('pointermove', (event) => {
    if (event.movementX || event.movementY) start();
  });

  on(parsed, () => {
    var now = root.dataset.now;
    var date = new Date();
    doc.querySelectorAll('[data-clock]').forEach((node) => {
      var text =
        node.dataset.clock == 'year'
          ? '' + date.getFullYear()
          : date.toLocaleDateString('en-CA', { dateStyle: 'long', timeZone: node.dataset.zone });
      if (node.textContent != text) node.textContent = text;
    });
    if (doc.querySelector('[data-unknown-path]')) console.warn('404: no page at ' + path);
    // What the address says went wrong is shown without a touch.
    if (now == 'always' || /[?#&]error[_=]/.test(place) || (now && isKnown())) start();
    // what ui/screen/missing-scripts.css looks at: nothing is missing while nothing is asked for
    else if (now) {
      root.dataset.idle = '';
      // a sign-in in another tab
      on('storage', () => isKnown() && start());
    }
  });
  on('load', () => {
    if (!glides) return;
    replaceAddress(path + hash);
    // not a reader who has scrolled by then
    setTimeout(() => scrollY || doc.getElementById(hash.slice(1))?.scrollIntoView({ behavior: pace }), 100);
  });
})(window, document, addEventListener);
