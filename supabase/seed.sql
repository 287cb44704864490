-- Sample content, flagged is_sample so that it can be taken away again. Loading it twice changes nothing.

insert into public.categories (id, name, created_at, updated_at, is_sample) values
  ('c0000000-0000-4000-8000-000000000001', 'Search', '2026-09-01 13:00+00', '2026-09-01 13:00+00', true),
  ('c0000000-0000-4000-8000-000000000002', 'Websites', '2026-09-01 13:01+00', '2026-09-01 13:01+00', true),
  ('c0000000-0000-4000-8000-000000000003', 'Accessibility', '2026-09-01 13:02+00', '2026-09-01 13:02+00', true),
  ('c0000000-0000-4000-8000-000000000004', 'Email', '2026-09-01 13:03+00', '2026-09-01 13:03+00', true),
  ('c0000000-0000-4000-8000-000000000005', 'Reputation', '2026-09-01 13:04+00', '2026-09-01 13:04+00', true)
on conflict do nothing;

insert into public.partners (id, name, sort_order, created_at, is_sample) values
  ('ba000000-0000-4000-8000-000000000001', 'Moosewick Dental', 1, '2026-09-01 13:00+00', true),
  ('ba000000-0000-4000-8000-000000000002', 'Kelpbridge Credit Union', 2, '2026-09-01 13:00+00', true),
  ('ba000000-0000-4000-8000-000000000003', 'Upper Wickett Library', 3, '2026-09-01 13:00+00', true),
  ('ba000000-0000-4000-8000-000000000004', 'Quillwater Law', 4, '2026-09-01 13:00+00', true),
  ('ba000000-0000-4000-8000-000000000005', 'Bannock & Brine Foods', 5, '2026-09-01 13:00+00', true),
  ('ba000000-0000-4000-8000-000000000006', 'Lanternfish Robotics', 6, '2026-09-01 13:00+00', true),
  ('ba000000-0000-4000-8000-000000000007', 'Tamarind Falls Transit', 7, '2026-09-01 13:00+00', true),
  ('ba000000-0000-4000-8000-000000000008', 'Snowgoose & Sons Plumbing', 8, '2026-09-01 13:00+00', true)
on conflict do nothing;

insert into public.services (
  id, category_id, name, slug, short_pitch, description, feature_chips, pricing_json, hero_image_url,
  hero_image_alt, is_published, created_at, updated_at, is_sample
) values
  (
    '50000000-0000-4000-8000-000000000001',
    'c0000000-0000-4000-8000-000000000001',
    'Pay Per Results SEO',
    'pay-per-results-seo',
    'You pay once people find you in the searches we agree on.',
    $text$Most search work is sold by the month, whether it helps or not. You get a long report, and you still don't know if new customers found you.

We agree on a short list of searches your customers really use. Then we fix what holds your site back, write the missing pages and clean up your map listing. We check each search every week, from your area, signed out, and keep a dated screenshot as proof.

You get a written list of searches, a fixed price for each and a monthly page of proof that anyone can read. You pay for a search once you're on its first page. If you aren't, you don't pay for it.$text$,
    '{Keyword plan,Local map pack,Monthly proof}',
    '[
      {"name": "First-page results", "price": 0},
      {"name": "Technical setup", "price": 1200, "addon": true},
      {"name": "Local add-on", "price": 450, "addon": true}
    ]',
    null, null, true, '2026-11-05 14:00+00', '2026-11-05 14:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000002',
    'c0000000-0000-4000-8000-000000000002',
    'Winning Websites',
    'winning-websites',
    'Fast, clear websites that turn visits into calls.',
    $text$A site can look fine and still lose people. It's slow on a phone, it talks about you instead of the visitor, and your phone number is three taps away.

We plan each page around one question a customer asks, and answer it in plain language. Pages are built on the server, so they load fast, even on an old phone. We test every page with a keyboard and a screen reader before it goes live.

You get a finished site, the code and the content, with no lock-in. In an hour, your team learns how to change text and images. If you'd like us to look after it, care is one monthly price.$text$,
    '{Server-rendered,WCAG 2.2 AA,You own it}',
    '[
      {"name": "Launch site", "price": 4800},
      {"name": "Growth site", "price": 11500},
      {"name": "Care, monthly", "price": 240, "unit": "month", "addon": true}
    ]',
    null, null, true, '2026-10-29 13:00+00', '2026-10-29 13:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000003',
    'c0000000-0000-4000-8000-000000000004',
    'Email Marketing',
    'email-marketing',
    'Emails people asked for, sent when they''re useful.',
    $text$Many lists grow for years without a plan. Some people never agreed to be there, no one knows who did, and everyone gets the same newsletter.

We sort your list by what each person agreed to, and keep the proof. Then we write short messages that help: a reminder before a visit, a tip after a purchase, news that matters to that group. Every template works with images off, in large text and with a screen reader.

You get a clean list with consent on record, a set of tested templates and automations that run on their own. A short note each month tells you what people opened, what they did next and what we'll change.$text$,
    '{Consent records,Automations,Readable templates}',
    '[
      {"name": "Starter, monthly", "price": 390, "unit": "month"},
      {"name": "Automations pack", "price": 1650},
      {"name": "List cleanup", "price": 720, "addon": true}
    ]',
    null, null, true, '2026-10-22 13:00+00', '2026-10-22 13:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000004',
    'c0000000-0000-4000-8000-000000000005',
    'Review Generation & Reputation',
    'review-generation-reputation',
    'More honest reviews, answered on time.',
    $text$Happy customers mean to leave a review and forget. Unhappy ones remember. So your rating tells half the story, and an old complaint sits at the top without a reply.

We help you ask every customer, once, at the right moment, with a short text message. No one is filtered out and no one is paid: that's against the review sites' rules, and it isn't honest. When a review comes in, you get an alert and a draft reply in your own tone.

You get a steady flow of real reviews, replies within one business day, and a monthly list of what customers love and what they don't. You pay for the reviews you earn.$text$,
    '{Requests by text,Alerts,Reply drafts}',
    '[
      {"name": "Reviews earned", "price": 0},
      {"name": "Monitoring, monthly", "price": 180, "unit": "month"}
    ]',
    null, null, true, '2026-10-15 13:00+00', '2026-10-15 13:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000005',
    'c0000000-0000-4000-8000-000000000003',
    'Accessibility Audit',
    'accessibility-audit',
    'Know every barrier, who it blocks and how to fix it.',
    $text$When a form traps the keyboard or a button has no name, some visitors can't continue. They leave, and you never find out why. Automated scans alone miss many of these problems.

We go through your main pages the way people do: with a keyboard, with a screen reader, at 400% zoom and on a phone. If you like, testers with disabilities do the same tasks and tell us where they get stuck. We check each finding against WCAG 2.2, level AA.

You get one list. Each entry says what is wrong, who it stops, where it is and how to fix it, with code. It's sorted so your team can start with the fixes that help the most people. It comes with an honest accessibility statement, ready to publish.$text$,
    '{Keyboard + screen reader,Fix list,Statement}',
    '[
      {"name": "Core, 12 pages", "price": 3900},
      {"name": "With disabled testers", "price": 8200},
      {"name": "Retest", "price": 950, "addon": true}
    ]',
    null, null, true, '2026-10-08 13:00+00', '2026-10-08 13:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000006',
    'c0000000-0000-4000-8000-000000000003',
    'Accessible Remediation',
    'accessible-remediation',
    'We fix the code with your team and leave tests behind.',
    $text$An audit report doesn't fix a site. The list is long, the team is busy, and each new release can bring old problems back.

We join your team for short sprints and repair the parts that every page uses first: menus, dialogs, forms, colours. We work in your code and your reviews, so your people learn each fix as it is made. For each repair we add a test that runs on every change.

You get components that work with a keyboard and a screen reader, colours that meet the contrast rules and tests that fail if someone breaks them. When we're done, your team can keep it that way without us.$text$,
    '{Design tokens,Component repair,CI checks}',
    '[
      {"name": "Two-week sprint", "price": 6400},
      {"name": "Component library", "price": 12500}
    ]',
    null, null, true, '2026-11-12 14:00+00', '2026-11-12 14:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000007',
    'c0000000-0000-4000-8000-000000000001',
    'Paid Search & Social',
    'paid-search-social',
    'Ads judged by booked calls, not clicks.',
    $text$Clicks are easy to buy. It's harder to know which ones became customers. Many accounts pay for searches that have nothing to do with the business, month after month.

We start at the end: what is a good call, and what is it worth to you? Then we build one clear page for each ad, count the calls and forms that come from it, and cut the searches and groups that bring none. You see every ad before it runs.

You get campaigns in your own accounts, landing pages that answer the ad, and a short weekly note in plain language: what we spent, who called and what changes next. The accounts and the data stay yours.$text$,
    '{Landing pages,Call tracking,Weekly notes}',
    '[
      {"name": "Setup", "price": 1500},
      {"name": "Managed, monthly", "price": 850, "unit": "month"},
      {"name": "Qualified leads", "price": 0}
    ]',
    '/samples/paid-search-social-hero.webp',
    'One search result, one landing page and a phone that rings, joined by a single line',
    true, '2026-10-01 13:00+00', '2026-10-01 13:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000008',
    'c0000000-0000-4000-8000-000000000002',
    'Conversion & Analytics',
    'conversion-analytics',
    'Cookie-free numbers you can act on.',
    $text$A dashboard with 40 charts doesn't tell you what to do on Monday. And the first thing visitors see is often a banner asking them to accept tracking.

We write down the few things that matter: a call, a form sent, a booking. We count them without cookies and without following anyone around. Then we try one change at a time and compare it fairly with the old version.

You get a one-page plan of what is counted, a report that fits on one screen and a record of each experiment: what we tried, what happened and what we kept. If a change earns you more, we share in the gain, and only then.$text$,
    '{Event plan,Experiments,Plain reports}',
    '[
      {"name": "Setup", "price": 1100},
      {"name": "Experiment", "price": 1400},
      {"name": "Uplift share", "price": 0}
    ]',
    null, null, false, '2026-11-16 14:00+00', '2026-11-16 14:00+00', true
  )
on conflict do nothing;

insert into public.media (id, service_id, kind, url, alt, created_at, is_sample) values
  (
    'd0000000-0000-4000-8000-000000000001', '50000000-0000-4000-8000-000000000005', 'image',
    '/samples/accessibility-audit-fix-list.webp',
    'A fix list: four findings sorted by how many people each one stops, the first one open with its fix',
    '2026-10-08 13:30+00', true
  ),
  (
    'd0000000-0000-4000-8000-000000000002', '50000000-0000-4000-8000-000000000002', 'image',
    '/samples/winning-websites-phone.webp',
    'The same page on a phone twice: crowded before, with one clear heading and a call button after',
    '2026-10-29 13:30+00', true
  ),
  (
    'd0000000-0000-4000-8000-000000000003', '50000000-0000-4000-8000-000000000001', 'image',
    '/samples/pay-per-results-proof.webp',
    'A page of monthly proof: five agreed searches, the place of each one and the date it was checked',
    '2026-11-05 14:30+00', true
  ),
  (
    'd0000000-0000-4000-8000-000000000004', '50000000-0000-4000-8000-000000000007', 'hero',
    '/samples/paid-search-social-hero.webp',
    'One search result, one landing page and a phone that rings, joined by a single line',
    '2026-10-01 13:30+00', true
  )
on conflict do nothing;

insert into public.apps (
  id, name, slug, short_pitch, description, logo_url, category, platforms, feature_chips, demo_url, is_published,
  created_at, updated_at, is_sample
) values
  (
    'a0000000-0000-4000-8000-000000000001', 'Ringcheck', 'ringcheck',
    'Tabs through a page and records where focus goes.',
    $text$Most focus bugs hide because no one watches the whole trip. Ringcheck presses Tab for you, from the first link to the last, and records every stop.

You see the order drawn on the page as one line. Where the ring vanishes, jumps or gets stuck, the line breaks, and you get a ticket with the element, a screenshot and the likely fix.

Nothing is added to your site. Ringcheck runs alongside the page, on your own computer or in your build, and leaves no script behind.$text$,
    '/samples/ringcheck-logo.svg', 'Accessibility', '{Web,Chrome}',
    '{Focus recording,Trap finder,Order map,Ticket export,Ring contrast}',
    'https://ringcheck.example/demo', true, '2026-11-10 14:00+00', '2026-11-10 14:00+00', true
  ),
  (
    'a0000000-0000-4000-8000-000000000002', 'Leadline', 'leadline',
    'Calls and forms in one thread, so no one gets missed.',
    $text$A caller leaves a number, then fills in the form to be safe. Two people reply, or no one does. Leadline puts calls, forms and texts from one person into one thread.

Everyone on the team sees who replied and what was said. A timer shows how long each person has been waiting, counted in your business hours.

Need the list somewhere else? Export what you see. Your conversations are yours, and so is the file.$text$,
    '/samples/leadline-logo.svg', 'Sales', '{Web,iOS,Android}',
    '{Shared inbox,Call notes,Reply timer,CSV export,Business hours,Spam filter}',
    'https://leadline.example/demo', true, '2026-10-26 13:00+00', '2026-10-26 13:00+00', true
  ),
  (
    'a0000000-0000-4000-8000-000000000003', 'Harbour Reviews', 'harbour-reviews',
    'Review requests by text, with replies drafted for you.',
    $text$People say kind things at the counter and never write them down. Harbour Reviews sends one short text after a visit, with one link, and never asks twice.

Each review lands in one list. You get an alert and a draft reply you can edit before it goes out. Nothing is posted until a person presses Send.

Once a month, you get a page that shows what customers loved and what they didn't, in their own words.$text$,
    '/samples/harbour-reviews-logo.svg', 'Reputation', '{Web,iOS,Android}',
    '{Text requests,Alerts,Reply drafts,Monthly proof,English and French}',
    null, true, '2026-10-12 13:00+00', '2026-10-12 13:00+00', true
  ),
  (
    'a0000000-0000-4000-8000-000000000004', 'Plainform', 'plainform',
    'An accessible form builder that won''t let you make a bad form.',
    $text$Form builders let you hide labels, turn off the focus ring and show errors in red alone. Plainform doesn't. Every form has labels that stay, errors that say what to do and an order that makes sense.

Build with a keyboard or a mouse, and hear what a screen reader would say as you work. The finished form works without scripts and saves a half-finished page for later.

Add it to your site with one tag, or use the WordPress block. Responses go where you send them and nowhere else.$text$,
    '/samples/plainform-logo.svg', 'Forms', '{Web,WordPress}',
    '{Labels that stay,Clear errors,Save and return,Keyboard builder,Works without scripts,You own the data}',
    'https://plainform.example/demo', true, '2026-09-21 13:00+00', '2026-09-21 13:00+00', true
  )
on conflict do nothing;

insert into public.app_media (id, app_id, url, alt, sort_order, created_at, is_sample) values
  (
    'a1000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001',
    '/samples/ringcheck-order-map.webp',
    'The order map: one line runs through every stop on a page, from the logo to the footer',
    1, '2026-11-10 14:01+00', true
  ),
  (
    'a1000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000001',
    '/samples/ringcheck-trap.webp',
    'A trap found: in a date picker the focus comes back to day 17 and never leaves',
    2, '2026-11-10 14:02+00', true
  ),
  (
    'a1000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-000000000001',
    '/samples/ringcheck-ticket.webp',
    'The ticket for that trap: the element, who it stops and the likely fix',
    3, '2026-11-10 14:03+00', true
  ),
  (
    'a1000000-0000-4000-8000-000000000004', 'a0000000-0000-4000-8000-000000000002',
    '/samples/leadline-thread.webp',
    'One thread holds a missed call, a form and the reply to both',
    1, '2026-10-26 13:01+00', true
  ),
  (
    'a1000000-0000-4000-8000-000000000005', 'a0000000-0000-4000-8000-000000000002',
    '/samples/leadline-waiting.webp',
    'The waiting list: four people with the time each has waited, the longest first',
    2, '2026-10-26 13:02+00', true
  ),
  (
    'a1000000-0000-4000-8000-000000000006', 'a0000000-0000-4000-8000-000000000002',
    '/samples/leadline-call-note.webp',
    'A call note on a phone: who called, three lines of notes and a button to call back',
    3, '2026-10-26 13:03+00', true
  ),
  (
    'a1000000-0000-4000-8000-000000000007', 'a0000000-0000-4000-8000-000000000003',
    '/samples/harbour-reviews-request.webp',
    'A request as the customer sees it: one short text message with one link',
    1, '2026-10-12 13:01+00', true
  ),
  (
    'a1000000-0000-4000-8000-000000000008', 'a0000000-0000-4000-8000-000000000003',
    '/samples/harbour-reviews-draft.webp',
    'A new review on the left, a draft reply on the right, waiting for a person to send it',
    2, '2026-10-12 13:02+00', true
  ),
  (
    'a1000000-0000-4000-8000-000000000009', 'a0000000-0000-4000-8000-000000000004',
    '/samples/plainform-builder.webp',
    'The builder: a list of fields on the left, the finished form on the right, one field selected',
    1, '2026-09-21 13:01+00', true
  ),
  (
    'a1000000-0000-4000-8000-000000000010', 'a0000000-0000-4000-8000-000000000004',
    '/samples/plainform-errors.webp',
    'A form with two mistakes: a list on top links to both fields, and each field says how to fix it',
    2, '2026-09-21 13:02+00', true
  )
on conflict do nothing;

insert into public.posts (
  id, slug, title, excerpt, cover_url, cover_alt, body, is_published, published_at, created_at, updated_at, is_sample
) values
  (
    'b0000000-0000-4000-8000-000000000001',
    'what-pay-per-results-really-measures',
    'What pay-per-results really measures',
    'You only pay when it works. Good. But what is “it”, who checks, and when?',
    null, null,
    $text$“You only pay when it works” sounds simple. It's only as good as the word “works”. Before you sign, ask what is measured, how, and by whom. Here is [how we do it](/services/pay-per-results-seo), and what to ask anyone who offers the same.

## A result has to be something a customer does

No one ever walked into a shop because of an impression. A result should be close to money: a search you can be found for, a call, a form, a booking. If a plan counts clicks or “reach”, you may pay for numbers that never make your phone ring. The same goes for [paid ads](/services/paid-search-social).

Write the result down in one sentence. “A person in Halifax who searches for *emergency dentist* finds us on the first page.” That's a result. “More visibility” isn't.

## Agree on the list before the work starts

A fair list has three parts: the exact words, the place and the language. The same words can bring up very different pages in Moncton and Montréal. You can't check a list without a place.

Leave out your own name. People who search for your name already know you. And leave out words that no one uses: they're easy to win and worth nothing.

## Decide how it is checked

Search results depend on who's looking. So agree on the method, too:

- signed out, in a fresh window
- from the agreed place
- on a phone, because that's where most people look
- on fixed days, with a dated screenshot kept as proof

If you can repeat the check yourself and see the same thing, the method is good.

## What happens when a result slips

Pages move up and down. A result that was there on Monday may be gone on Friday. A fair plan says how long a result must hold before it is paid for, and what you get back if it drops.

A search counts for a month if we found you in most of that month's checks. If not, you pay nothing for it that month.

## Know what it can't tell you

A first-page result brings people to the door. It doesn't open it. If the page is slow, or the phone number is hidden at the bottom, you'll have the result but not the customer. Look at both ends: where you are found, and [what the page does](/services/winning-websites) once people are there.

## Checklist

- The result is written in one sentence
- The list has exact words, a place and a language
- My own business name isn't on the list
- I can repeat the check myself
- The plan says what happens when a result slips

## What to do next

Pick three searches you'd love to be found for. Check them on your phone, signed out, and write down what you see. Send us the three lines and we'll tell you, for free, which ones we'd take on.$text$,
    true, '2026-11-17 14:00+00', '2026-11-17 14:00+00', '2026-11-17 14:00+00', true
  ),
  (
    'b0000000-0000-4000-8000-000000000002',
    'ten-minute-keyboard-test',
    'The 10-minute keyboard test for your site',
    'Put the mouse in a drawer. You''ll learn more in ten minutes than from most reports.',
    '/samples/keyboard-test-cover.webp',
    'Four keys in a row, Tab, Enter, Space and Esc, with a focus ring around Tab',
    $text$Some people can't use a mouse: people with a tremor, low vision or a broken wrist. Others just don't want to. If they can't reach a button with the keyboard, they can't buy. This test needs no tools and no training.

## Before you start

Open your home page. Click once in the address bar, so the page forgets the mouse. From here on, use only `Tab`, `Shift` + `Tab`, `Enter`, `Space`, the arrow keys and `Esc`.

Take a sheet of paper and draw three columns: *lost*, *stuck*, *skipped*.

## Tab to the end

Press `Tab` until you reach the footer, and count. The order should match the way the page reads. Each time the focus jumps somewhere you didn't expect, make a mark.

The first stop should be a link that says “Skip to content”. Press `Enter` on it. If it works, that just saved you the whole menu.

## Find the ring

At every stop, ask: can I point to where I am? If you have to guess, the focus style is too faint. The standard asks for a contrast of at least 3 to 1 between the ring and what is around it.

Look twice at the places where a designer may have removed the ring because it looked untidy: menus, cards and big images.

## Open and close things

Menus, dialogs and date pickers are where pages trap people. Open each one with `Enter` or `Space`. Move around inside. Then press `Esc`. It should let you out, and put you back on the button you came from.

If `Tab` goes around and around in a small box with no way out, that's a trap. It's the worst thing you can find, so write it down first.

## Try a form

Fill in your contact form and leave one field empty on purpose. Send it. The page should tell you which field is wrong, in words, and take you there. Red alone is not a message.

## Checklist

- I reached every link and button
- I could always see where I was
- The order made sense
- Nothing trapped me
- The form told me what to fix

## What to do next

Two or more misses? Send us the address of the page and your three columns. The first look is free, and you'll get the two fixes that help the most people. A full [audit](/services/accessibility-audit) finds the rest, and [short sprints](/services/accessible-remediation) with your team fix it.$text$,
    true, '2026-11-12 14:00+00', '2026-11-12 14:00+00', '2026-11-12 14:00+00', true
  ),
  (
    'b0000000-0000-4000-8000-000000000003',
    'casl-without-fear',
    'CASL without fear: consent you can prove',
    'Canada''s anti-spam law is mostly about one habit: write down who said yes, to what and when.',
    null, null,
    $text$Canada's anti-spam law has a fearsome name and a short list of duties. Most of it comes down to one habit: write down who said yes, to what, and when. This is a plain guide, not legal advice.

## Two kinds of yes

**Express consent** is a clear yes. Someone checked an empty box or filled in a sign-up form that said what they would get. It lasts until they withdraw it.

**Implied consent** comes from what people did. A person who bought from you can hear from you for two years. A person who asked you a question can hear from you for six months. After that, you can't email them unless they've said a clear yes in the meantime.

## What a good checkbox looks like

The checkbox starts empty. The words next to it say who you are, what you'll send and that people can stop at any time. Keep it separate from your terms: no one should have to join a list to ask a question.

Keep it short. “Yes, send me one email a month with tips for my site. I can stop at any time.”

## Keep the proof

If someone asks, you have to prove the consent. So store four things with each address:

- the exact words the person saw
- the date and time
- where it happened: which page, which form, which counter
- whether it was express or implied, and when implied consent ends

A spreadsheet will do. A system that fills it in for you is better, because it never forgets.

## What every message must say

Each message needs your name, a postal address, and a phone number, email or web address. It needs an unsubscribe link that works without a password. When someone uses it, you have ten business days to act. Do it right away instead.

## Clean the list you have

Sort old addresses into three piles: a clear yes with proof, implied consent with an end date, and everything else. Write to the second pile now and ask for a clear yes. Don't write to the third pile: let it go. A short list of people who want to hear from you is worth more than a long one of people who don't.

## Checklist

- Every consent box starts empty
- The wording, time and place are stored
- Implied consent has an end date
- Every message names us and has a postal address
- Unsubscribe works right away, without a password

## What to do next

Open your last newsletter and check it against the list. If one line fails, fix that first. If you want help with the old list, [our cleanup](/services/email-marketing) has one fixed price.$text$,
    true, '2026-11-03 14:00+00', '2026-11-03 14:00+00', '2026-11-03 14:00+00', true
  ),
  (
    'b0000000-0000-4000-8000-000000000004',
    'reviews-ask-answer-learn',
    'Reviews: ask, reply, learn',
    'Good reviews aren''t luck. They come from three small habits, and no tricks.',
    null, null,
    $text$Some businesses seem to get good reviews by magic. Most of the time, it's three small habits: they ask, they reply, and they learn. You don't need tricks, and tricks will cost you.

## Ask at the right moment

The right moment is just after the good part: the tooth stops hurting, the bike rolls again, the package arrives. Ask then, in person if you can, and send one short text with one link.

Ask everyone. Asking only the happy ones is called gating, and most review sites forbid it. Paying for reviews, with money or with a discount, is forbidden too.

## Make it easy

One tap should open the right page. Don't send people to your home page and hope. And don't tell them what to write: a review in someone's own words is worth more than five perfect stars.

## Reply within one business day

Reply to every review, the kind ones too. A short, human sentence is enough: thank them, and name one thing they said. It shows the next reader that someone is listening.

When a review hurts, wait ten minutes. Then reply in four steps:

- thank them for telling you
- say what you understood
- say what you will do about it
- give a name and a number to call

Don't argue in public. You aren't writing to the one person who's angry. You're writing to everyone who reads it next year.

## Learn what to fix

Once a month, read all the reviews together. Mark each one with a word or two: *waiting*, *parking*, *price*, *staff*. The words that come up again and again are your list. Fix the first one, and say so in your replies.

## When a review isn't real

Report it to the site and say which rule it breaks. Then reply once, calmly: “We can't find a visit under this name. Please call us.” Leave it there.

## Checklist

- We ask every customer, once
- One tap leads to the right page
- No one is paid or filtered out
- Every review gets a reply within one business day
- We read them together once a month

## What to do next

Find your last five reviews without a reply. Reply to them today. It takes half an hour, and it's the best marketing you'll do this week. When asking and keeping up become too much to do by hand, [we can take them on](/services/review-generation-reputation).$text$,
    true, '2026-10-27 13:00+00', '2026-10-27 13:00+00', '2026-10-27 13:00+00', true
  ),
  (
    'b0000000-0000-4000-8000-000000000005',
    'five-fixes-for-search-and-screen-readers',
    'Five fixes that help search and screen readers alike',
    'A search engine and a screen reader read your page in much the same way. So fix it once.',
    null, null,
    $text$A search engine can't see your page. Neither can a screen reader. Both read what's in the code: headings, links, names and words. That's good news, because one fix can help both.

## Give every page one clear heading

The main heading says what the page is about, in the words people use. Use one per page. Below it, the smaller headings follow in order, like the chapters of a book.

A screen reader user jumps from heading to heading to find the right part. A search engine does much the same. “Welcome” helps neither. “Winter tire change in Regina” helps both, and is [a search you can be found for](/services/pay-per-results-seo).

## Write links that make sense alone

Screen readers can list all the links on a page. “Read more” twelve times in a row is no help at all. Say where the link goes: “Read how we price a launch site”.

Search engines also use the words in a link to learn what the next page is about. So you win twice.

## Describe the images that say something

If an image carries meaning, describe it in one sentence, as you would on the phone. If it's only decoration, leave the description empty, so no one has to listen to it.

Don't stuff search words into it. People hear them, and it's no fun.

## Put words in text, not in images

If your opening hours are an image, no one can hear them, search for them or enlarge them without a blur. Type the words. Then people can copy them, translate them and read them at any size.

## Make it fast on an old phone

A slow page loses everyone: the person on a bus with a weak signal, the person whose screen reader waits for the page to settle, and the search engine that won't wait. Start with the images: make them the size they're shown at. Then remove the scripts no one can explain. Pages [built on the server](/services/winning-websites) have a head start.

## Checklist

- One main heading that says what the page is about
- Headings in order, none skipped
- Links that make sense alone
- Images described in one sentence, or marked decorative
- No important words inside images
- The page is ready quickly on an old phone

## What to do next

Pick your most visited page and do the first two fixes today. They need no designer and no budget. Then tell us which page it was, and we'll look at the other three with you. If the list is long, [a sprint](/services/accessible-remediation) gets through it.$text$,
    true, '2026-10-13 13:00+00', '2026-10-13 13:00+00', '2026-10-13 13:00+00', true
  ),
  (
    'b0000000-0000-4000-8000-000000000006',
    'choosing-a-bilingual-site-structure',
    'Choosing a bilingual site structure',
    'Two languages, one site. Where the French pages live decides how well everything else works.',
    null, null,
    $text$Many Canadian sites need two languages. Translation is only half the work. The other half is a choice that's hard to change later: where do the French pages live?

## Three ways, and the one we choose

You can use two domains, a subdomain such as *fr.yoursite.ca*, or a folder such as *yoursite.ca/fr*. Two domains mean two sites to look after. A subdomain is a little easier. A folder keeps everything in one place: one certificate, one set of statistics, one name that earns trust.

For most businesses the folder is the best choice, and [a new site](/services/winning-websites) is the moment to make it. Choose two domains only when the two markets have different names or different owners.

## One page, one language

Don't mix two languages on one page, and don't switch the text without changing the address. Every page needs its own address in each language, or no one can link to it and no [search](/services/pay-per-results-seo) can find it.

Translate the address too: */fr/services/referencement* says more than */fr/services/seo*.

## Tell machines which is which

Each page says its own language in the code, so that a screen reader picks the right voice. French read with an English voice is hard to follow. If a quote or a name is in the other language, mark that part as well.

Then each page points to its twin, so that a search engine can show the right one. The twin must point back. If one page has no twin yet, leave the pointer out.

## A switch that keeps your place

The language switch is in the same place on every page. It is a word, not a flag: *Français*, *English*. It leads to the same page in the other language, not to the home page.

Don't guess someone's language from where they are. Offer the choice, and let them make it.

## Plan for the page that isn't translated yet

There will always be one. Decide now what happens: show the English page with a short note in French, or leave it out of the French menu. Both are fine. A broken link isn't. If you do business in Quebec, ask a lawyer which pages must be in French.

## Checklist

- French lives in a folder of one site
- Every page has an address in each language
- Each page states its language, and foreign parts are marked
- Twin pages point to each other
- The switch keeps my place and is a word, not a flag
- I know what happens when a translation is missing

## What to do next

Write down your ten most important pages, with the address each would have in both languages. If you can fill in all twenty lines, you have your plan. If you get stuck, bring the list to a free 30-minute consultation.$text$,
    true, '2026-09-29 13:00+00', '2026-09-29 13:00+00', '2026-09-29 13:00+00', true
  )
on conflict do nothing;

-- Case studies, as drafts: a real site shows no invented client.
insert into public.case_studies (
  id, slug, title, excerpt, client, problem, body, results, service_ids, published_at, created_at, updated_at, is_sample
) values
  (
    'bc000000-0000-4000-8000-000000000001',
    'a-clinic-people-can-book-with-a-keyboard',
    'A clinic people can book with a keyboard',
    'Moosewick Dental''s booking form worked with a mouse and nothing else. Now everyone can book, and more people do.',
    'Moosewick Dental',
    $text$Patients called to say the calendar “did nothing”. They were using a keyboard, a screen reader or a phone in bright sunlight. The date picker had no labels, the errors were red and nothing else, and the last step was lost when you went back.

The front desk took those bookings by phone, an hour a day.$text$,
    $text$We sat beside four patients while they tried to book. Then we changed the form in three steps.

- Dates became a short list: the next five free times, and a button for more.
- Each error says what to do, beside its field and at the top.
- What you typed stays when you go back.

## Tested by the people it was for

Two of the four patients tested every version. The last one passed our full WCAG 2.2 AA audit, and we left the tests with the clinic, so the next change gets tested too.$text$,
    '{38% more online bookings,0 barriers left in the audit,1 hour a day back at the front desk}',
    '{50000000-0000-4000-8000-000000000005,50000000-0000-4000-8000-000000000002}',
    '2026-10-20 13:00+00', '2026-10-20 13:00+00', '2026-10-20 13:00+00', true
  ),
  (
    'bc000000-0000-4000-8000-000000000002',
    'found-in-three-towns-instead-of-one',
    'Found in three towns instead of one',
    'Snowgoose & Sons fix pipes in three towns but could be found in only one. Six searches, with a page for each, changed that.',
    'Snowgoose & Sons Plumbing',
    $text$All three vans were busy on Mondays, and two sat idle by Thursday. People in the other two towns searched for a plumber and found a directory.

The site had one page for everything and an address in one town.$text$,
    $text$We agreed on six searches with the owner, two for each town. Each got a page that answers it: what it costs, how fast someone comes, and a number to call.

We corrected the map listing and asked past customers for honest reviews, with one message each.

## Paid when it worked

Four of the six searches were on the first page after five months. The owner paid for those four.$text$,
    '{4 of 6 searches on the first page,63% more calls from the two new towns}',
    '{50000000-0000-4000-8000-000000000001,50000000-0000-4000-8000-000000000004}',
    '2026-10-12 13:00+00', '2026-10-12 13:00+00', '2026-10-12 13:00+00', true
  ),
  (
    'bc000000-0000-4000-8000-000000000003',
    'a-library-site-that-loads-on-the-bus',
    'A library site that loads on the bus',
    'Upper Wickett Library''s patrons look up books on old phones with little data. The new site loads before the next stop.',
    'Upper Wickett Library',
    $text$The home page weighed 9 MB and jumped around while you read it. On the bus, people gave up before they saw the opening hours.

The staff couldn't change a word without calling someone.$text$,
    $text$We wrote down the five things patrons come for, and gave each one a place on the first screen. Pages are built on the server, images are small until you ask for large ones, and nothing moves on its own.

The staff changed the summer hours themselves in the first week.$text$,
    '{94% less to download,1.1 seconds to the opening hours on an old phone}',
    '{50000000-0000-4000-8000-000000000002}',
    '2026-10-05 13:00+00', '2026-10-05 13:00+00', '2026-10-05 13:00+00', true
  )
on conflict do nothing;
