-- Sample content, flagged is_sample so that it can be taken away again. Loading it twice changes nothing.

insert into public.categories (id, name, created_at, updated_at, is_sample) values
  ('c0000000-0000-4000-8000-000000000001', 'Search', '2026-09-01 13:00+00', '2026-09-01 13:00+00', true),
  ('c0000000-0000-4000-8000-000000000002', 'Websites', '2026-09-01 13:01+00', '2026-09-01 13:01+00', true),
  ('c0000000-0000-4000-8000-000000000003', 'Accessibility', '2026-09-01 13:02+00', '2026-09-01 13:02+00', true),
  ('c0000000-0000-4000-8000-000000000004', 'E-mail', '2026-09-01 13:03+00', '2026-09-01 13:03+00', true),
  ('c0000000-0000-4000-8000-000000000005', 'Reputation', '2026-09-01 13:04+00', '2026-09-01 13:04+00', true)
on conflict do nothing;

insert into public.services (
  id, category_id, name, slug, short_pitch, description, feature_chips, pricing_json, is_published,
  created_at, updated_at, is_sample
) values
  (
    '50000000-0000-4000-8000-000000000001',
    'c0000000-0000-4000-8000-000000000001',
    'Pay Per Results SEO',
    'pay-per-results-seo',
    'You pay when agreed searches find you, not before.',
    $text$Most search work is sold by the month, whether it helps or not. You get a report full of words, and you still do not know if new customers found you.

We agree on a short list of searches your customers really use. Then we fix what holds your site back, write the pages that are missing and tidy your map listing. We check each search every week, from your area, signed out, and keep a dated picture as proof.

You get a written list of searches, a fixed price for each and a monthly page of proof that anyone can read. You pay for a search once it is on the first page. If it is not there, you do not pay for it.$text$,
    '{Keyword plan,Local map pack,Monthly proof}',
    '[
      {"name": "First-page results", "price": 0},
      {"name": "Technical set-up", "price": 1200},
      {"name": "Local add-on", "price": 450}
    ]',
    true, '2026-11-05 14:00+00', '2026-11-05 14:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000002',
    'c0000000-0000-4000-8000-000000000002',
    'Winning Websites',
    'winning-websites',
    'Fast, plain-spoken sites that turn visits into calls.',
    $text$A site can look fine and still lose people. The page is slow on a phone, the words talk about you and not about the visitor, and the way to reach you is three taps down.

We plan each page around one question a customer asks, and answer it in plain words. Pages are built on the server, so they show up fast, even on an old phone. We test every page with a keyboard and a screen reader before anyone else sees it.

You get a finished site, the code and the content, with no lock-in. Your team learns how to change words and pictures in an hour. If you want us to look after it, care is one monthly price.$text$,
    '{Server-rendered,WCAG 2.2 AA,You own it}',
    '[
      {"name": "Launch site", "price": 4800},
      {"name": "Growth site", "price": 11500},
      {"name": "Care, monthly", "price": 240, "unit": "month"}
    ]',
    true, '2026-10-29 13:00+00', '2026-10-29 13:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000003',
    'c0000000-0000-4000-8000-000000000004',
    'Email Marketing',
    'email-marketing',
    'Messages people asked for, sent when useful.',
    $text$Many lists grow for years without a plan. Some people never agreed to be there, nobody knows who did, and the same newsletter goes to everyone.

We sort your list by what each person agreed to, and keep the proof. Then we write short messages that help: a reminder before a visit, a tip after a purchase, news that matters to that group. Every template works with pictures off, in large text and with a screen reader.

You get a clean list with consent on record, a set of tested templates and automations that run by themselves. A short note each month says what people opened, what they did next and what we will change.$text$,
    '{Consent records,Automations,Readable templates}',
    '[
      {"name": "Starter, monthly", "price": 390, "unit": "month"},
      {"name": "Automations pack", "price": 1650},
      {"name": "List clean-up", "price": 720}
    ]',
    true, '2026-10-22 13:00+00', '2026-10-22 13:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000004',
    'c0000000-0000-4000-8000-000000000005',
    'Review Generation & Reputation',
    'review-generation-reputation',
    'More honest reviews, answered on time.',
    $text$Happy customers mean to leave a review and forget. Unhappy ones remember. So your stars tell half the story, and an old complaint sits on top without an answer.

We help you ask every customer, once, at the right moment, with a short text message. Nobody is filtered out and nobody is paid: that is against the rules of the review sites, and it is not honest. When a review comes in, you get an alert and a draft answer in your own tone.

You get a steady flow of real reviews, answers within one business day, and a monthly list of what people praise and what they trip over. You pay for the reviews you earn.$text$,
    '{Requests by text,Alerts,Reply drafts}',
    '[
      {"name": "Reviews earned", "price": 0},
      {"name": "Monitoring, monthly", "price": 180, "unit": "month"}
    ]',
    true, '2026-10-15 13:00+00', '2026-10-15 13:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000005',
    'c0000000-0000-4000-8000-000000000003',
    'Accessibility Audit',
    'accessibility-audit',
    'Know every barrier, who it blocks and how to fix it.',
    $text$When a form traps the keyboard or a button has no name, some visitors cannot go on. They leave, and you never hear why. A scan by a tool alone will miss many of these places.

We go through your main pages the way people do: with a keyboard, with a screen reader, at 400 % zoom and on a phone. If you choose it, disabled testers do the same tasks and tell us where they got stuck. We check each finding against WCAG 2.2, level AA.

You get one list. Each entry says what is wrong, who it stops, where it is and how to fix it, with code. The list is sorted so that your team can start with the fixes that free the most people. An honest accessibility statement comes with it, ready to publish.$text$,
    '{Keyboard + screen reader,Fix list,Statement}',
    '[
      {"name": "Core, 12 pages", "price": 3900},
      {"name": "With disabled testers", "price": 8200},
      {"name": "Re-test", "price": 950}
    ]',
    true, '2026-10-08 13:00+00', '2026-10-08 13:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000006',
    'c0000000-0000-4000-8000-000000000003',
    'Accessible Remediation',
    'accessible-remediation',
    'We fix the code with your team and leave tests behind.',
    $text$An audit report is not a fixed site. The list is long, the team is busy, and each new release can bring the old problems back.

We join your team for short sprints and repair the parts that every page uses first: menus, dialogs, forms, colours. We work in your code and your reviews, so your people learn each fix as it is made. For each repair we add a test that runs on every change.

You get parts that work with a keyboard and a screen reader, colours that meet the contrast rules and tests that fail when someone breaks them. When we leave, your team can keep it that way without us.$text$,
    '{Design tokens,Component repair,CI checks}',
    '[
      {"name": "Two-week sprint", "price": 6400},
      {"name": "Component library", "price": 12500}
    ]',
    true, '2026-11-12 14:00+00', '2026-11-12 14:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000007',
    'c0000000-0000-4000-8000-000000000001',
    'Paid Search & Social',
    'paid-search-social',
    'Ads judged by booked calls, not clicks.',
    $text$Clicks are easy to buy. It is harder to know which ones became customers. Many accounts pay for searches that have nothing to do with the business, month after month.

We start at the end: what is a good call, and what is it worth to you? Then we build one clear page for each ad, count the calls and forms that come from it, and cut the searches and groups that bring none. You see every ad before it runs.

You get campaigns in your own accounts, landing pages that answer the ad, and a short note every week in plain words: what we spent, who called, what changes next. The accounts and the numbers stay yours.$text$,
    '{Landing pages,Call tracking,Weekly notes}',
    '[
      {"name": "Set-up", "price": 1500},
      {"name": "Managed, monthly", "price": 850, "unit": "month"},
      {"name": "Qualified leads", "price": 0}
    ]',
    true, '2026-10-01 13:00+00', '2026-10-01 13:00+00', true
  ),
  (
    '50000000-0000-4000-8000-000000000008',
    'c0000000-0000-4000-8000-000000000002',
    'Conversion & Analytics',
    'conversion-analytics',
    'Cookieless numbers you can act on.',
    $text$A dashboard with forty charts does not tell you what to do on Monday. And a banner that asks people to accept tracking is often the first thing they see.

We write down the few things that matter: a call, a form sent, a booking. We count those without cookies and without following anyone around. Then we try one change at a time and compare it fairly with the old version.

You get a one-page plan of what is counted, a report that fits on one screen and a record of each experiment: what we tried, what happened and what we kept. If a change earns you more, we share in the gain, and only then.$text$,
    '{Event plan,Experiments,Plain reports}',
    '[
      {"name": "Set-up", "price": 1100},
      {"name": "Experiment", "price": 1400},
      {"name": "Uplift share", "price": 0}
    ]',
    false, '2026-11-16 14:00+00', '2026-11-16 14:00+00', true
  )
on conflict do nothing;
