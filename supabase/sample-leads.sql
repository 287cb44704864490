-- Twelve leads in every status and their threads, for trying the dashboard. Loaded in local mode only: these
-- people are invented, their addresses end in .example and their numbers are of the 555-01xx range.

insert into public.leads (
  id, name, email, company, phone, message, service_id, status, created_at, reply_count, last_reply_at,
  stripe_customer_id, stripe_synced_at, locale, is_sample
) values
  (
    '1ead0000-0000-4000-8000-000000000001', 'Noor Haddad', 'noor@moosewick.example', 'Moosewick Dental', '604-555-0112',
    'We''re redoing our site in the spring and would like to fix the booking form first. Two patients told us they can''t get through it with a screen reader. What would an audit of twelve pages look like, and when could you start?',
    '50000000-0000-4000-8000-000000000005', 'new', '2026-11-20 06:30+00', 0, null,
    null, null, 'en-CA', true
  ),
  (
    '1ead0000-0000-4000-8000-000000000002', 'Étienne Brossard', 'etienne@quillwater.example', 'Quillwater Law', null,
    'Bonjour,

Notre formulaire perd des gens à la deuxième étape, surtout sur téléphone. Nous aimerions aussi que la version française soit aussi soignée que l''anglaise : en ce moment, la moitié des messages d''erreur restent en anglais.

Pourriez-vous nous proposer une date pour la consultation gratuite de 30 minutes ? Le jeudi matin nous convient bien.

Merci,
Étienne Brossard',
    null, 'new', '2026-11-18 15:20+00', 0, null,
    null, null, 'fr-CA', true
  ),
  (
    '1ead0000-0000-4000-8000-000000000003', 'Tadeo Vance', 'tadeo@vancebikes.example', null, '555-0121',
    'Do you take on one-page sites? I repair bikes out of a garage in Thunder Bay and need hours, prices and a map. Nothing more.',
    null, 'new', '2026-11-17 19:05+00', 0, null,
    null, null, 'en-CA', true
  ),
  (
    '1ead0000-0000-4000-8000-000000000004', 'Marguerite Lund', 'marguerite@lundoptics.example', 'Lund Optics', '555-0156',
    null,
    '50000000-0000-4000-8000-000000000001', 'new', '2026-11-12 20:40+00', 0, null,
    null, null, 'en-CA', true
  ),
  (
    '1ead0000-0000-4000-8000-000000000005', 'Ines Castellan', 'ines@upperwickett.example', 'Upper Wickett Library', '555-0184',
    'Hello,

I look after the website of a public library with four branches. I want to be open about where we stand, so this is a long message. Please read it with a cup of tea.

Our site was built nine years ago by a student who has since moved away. Nobody has the password to the server. The opening hours are in three places, and they don''t agree. Last winter we closed early for a storm, changed the hours on one page, and forty people stood outside a locked door because the other page still said open.

The part that worries me most is the catalogue search. One of our regulars is blind. He used to order his audiobooks by himself, and since the last update he can''t. He gets as far as the list of results, and then his screen reader says "button, button, button" and nothing else. Now he calls us on Tuesdays. We like talking to him, but that''s not the point.

We also have a form to book the meeting rooms. It asks for a date, and the date picker won''t let you out if you use the keyboard. I tried it myself after reading your article about the ten-minute test. I had to pull the plug, so to speak.

What we need, in this order: first the search and the room booking, so that everyone can use them. Then one place for the opening hours. Then, if there is money left, a fresh look. The board meets on the second Thursday of each month and can decide on a fixed price, but not on hours. We can pay in two parts, before and after the end of March.

Questions for you. Can you repair the search if the catalogue itself belongs to another company? Do you work with disabled testers, and could our regular be one of them and be paid for it? Can our own staff change the hours afterwards without calling you? And who would be our account manager?

I''m at my desk every day except Monday, from nine to five. You can also write to me. Please don''t call the front desk. They have enough to do as it is.

Thank you for reading to the end.
Ines Castellan, Upper Wickett Library
P.S. The door is fixed again.',
    '50000000-0000-4000-8000-000000000005', 'contacted', '2026-11-14 17:10+00', 1, '2026-11-16 14:30+00',
    null, null, 'en-CA', true
  ),
  (
    '1ead0000-0000-4000-8000-000000000006', 'Priya Raman', 'priya@tamarindfalls.example', 'Tamarind Falls Transit', '555-0148',
    'We run nine bus routes. Riders tell us the schedule page is useless on a phone, and our blind riders can''t use it at all. Can you rebuild it before the January schedule?',
    '50000000-0000-4000-8000-000000000002', 'in_conversation', '2026-11-09 14:14+00', 2, '2026-11-17 20:40+00',
    null, null, 'en-CA', true
  ),
  (
    '1ead0000-0000-4000-8000-000000000007', 'Dale Okafor', 'dale@bannockbrine.example', 'Bannock & Brine Foods', '555-0163',
    'We have about 6,000 addresses from trade shows and an old store system. We don''t know who said yes. Can you sort that out, and then write something people want to read?',
    '50000000-0000-4000-8000-000000000003', 'qualified', '2026-11-06 18:25+00', 2, '2026-11-11 14:20+00',
    'practice_cus_sample_okafor', '2026-11-11 14:26+00', 'en-CA', true
  ),
  (
    '1ead0000-0000-4000-8000-000000000008', 'Joss Whitfield', 'joss@kelpbridge.example', 'Kelpbridge Credit Union', '555-0135',
    'Our auditors found 31 problems in online banking sign-in. We have developers but nobody who knows the rules. Could two of your people sit with us for a sprint?',
    '50000000-0000-4000-8000-000000000006', 'contacted', '2026-11-04 16:00+00', 1, '2026-11-05 19:00+00',
    null, null, 'en-CA', true
  ),
  (
    '1ead0000-0000-4000-8000-000000000009', 'Sam Petrie', 'sam@petriepools.example', null, '555-0170',
    'Can you get me 500 five-star reviews by the end of the month? I''ll pay well.',
    '50000000-0000-4000-8000-000000000004', 'not_interested', '2026-10-21 13:45+00', 1, '2026-10-21 18:05+00',
    null, null, 'en-CA', true
  ),
  (
    '1ead0000-0000-4000-8000-000000000010', 'Wren Abernathy', 'wren@lanternfish.example', 'Lanternfish Robotics', '555-0177',
    'We sell inspection robots to harbours. Our ads bring students who want a summer job. How do we reach the people who run the harbour?',
    '50000000-0000-4000-8000-000000000007', 'in_conversation', '2026-10-14 13:30+00', 6, '2026-11-02 15:40+00',
    null, null, 'en-CA', true
  ),
  (
    '1ead0000-0000-4000-8000-000000000011', 'Hollis Tran', 'hollis@snowgoose.example', 'Snowgoose & Sons Plumbing', '555-0142',
    'My father asks every customer for a review and writes the answers on paper. I''d like to save him some evenings.',
    '50000000-0000-4000-8000-000000000004', 'qualified', '2026-10-09 22:15+00', 1, '2026-10-12 14:00+00',
    null, null, 'en-CA', true
  ),
  (
    '1ead0000-0000-4000-8000-000000000012', 'Beatrix Ouellet', 'beatrix@ouelletpottery.example', 'Ouellet Pottery', '555-0129',
    'I teach pottery in two languages. Where should the French pages live? A short answer is fine.',
    null, 'contacted', '2026-10-02 15:50+00', 1, '2026-10-05 14:10+00',
    null, null, 'en-CA', true
  )
on conflict do nothing;

insert into public.lead_messages (id, lead_id, sender_type, message, created_at, is_sample) values
  (
    '3e550000-0000-4000-8000-000000000001', '1ead0000-0000-4000-8000-000000000005', 'admin',
    'Thank you, Ines. I read it to the end, with tea. We can repair the search page even though the catalogue belongs to another company, and yes, your regular could be one of our paid testers. Can I call you on Tuesday at ten?',
    '2026-11-16 14:30+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000002', '1ead0000-0000-4000-8000-000000000006', 'admin',
    'Yes, if we start this month. Could you share the schedule file you load today, and tell us who updates it?',
    '2026-11-10 16:02+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000003', '1ead0000-0000-4000-8000-000000000006', 'admin',
    'We tested the page with two riders who use VoiceOver. A short video and our notes are on the way.',
    '2026-11-17 20:40+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000004', '1ead0000-0000-4000-8000-000000000006', 'lead',
    'That video settled it here. Could we meet Thursday at 10:30 with our operations lead?',
    '2026-11-19 13:55+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000005', '1ead0000-0000-4000-8000-000000000007', 'admin',
    'We can. First we sort the list into three piles: a clear yes, implied consent with an end date, and the rest. The cleanup has one fixed price. I''ll send the agreement today.',
    '2026-11-07 15:10+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000006', '1ead0000-0000-4000-8000-000000000007', 'admin',
    'The agreement is attached. Sign when ready.',
    '2026-11-11 14:20+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000007', '1ead0000-0000-4000-8000-000000000008', 'admin',
    'Two weeks would cover the sign-in and transfer pages. We would work in your code reviews, so your team keeps what it learns. Should I hold the two weeks starting November 30?',
    '2026-11-05 19:00+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000008', '1ead0000-0000-4000-8000-000000000009', 'admin',
    'Thanks for asking. We don''t buy or sell reviews: the sites remove them, and your real customers can tell. If you''d like to ask the people you''ve already served, we''d be glad to help. If that isn''t what you''re looking for, no hard feelings.',
    '2026-10-21 18:05+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000009', '1ead0000-0000-4000-8000-000000000010', 'admin',
    'Good question, and a common one. Which three words would a harbour master type into a search box?',
    '2026-10-14 17:00+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000010', '1ead0000-0000-4000-8000-000000000010', 'lead',
    'Probably "quay wall inspection", "underwater inspection" and the name of the rule they have to meet.',
    '2026-10-15 12:20+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000011', '1ead0000-0000-4000-8000-000000000010', 'admin',
    'That''s a great start. No one looking for a summer job types the name of a rule. Could we see your ads account, read-only?',
    '2026-10-15 14:45+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000012', '1ead0000-0000-4000-8000-000000000010', 'admin',
    'Just a reminder about the account, whenever it suits you.',
    '2026-10-20 13:30+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000013', '1ead0000-0000-4000-8000-000000000010', 'lead',
    'Sorry, I was at a trade show. You should have access now.',
    '2026-10-22 19:10+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000014', '1ead0000-0000-4000-8000-000000000010', 'admin',
    'Thank you. Two thirds of the keywords can go today. I''ve marked them in a list for you to check.',
    '2026-10-23 15:00+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000015', '1ead0000-0000-4000-8000-000000000010', 'admin',
    'Here is a draft of the landing page. It answers one question: how long does an inspection take?',
    '2026-10-30 18:20+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000016', '1ead0000-0000-4000-8000-000000000010', 'lead',
    'The page is good. Our engineer would change one number. When can it go live?',
    '2026-11-02 13:05+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000017', '1ead0000-0000-4000-8000-000000000010', 'admin',
    'As soon as you send the number. The ads are ready.',
    '2026-11-02 15:40+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000018', '1ead0000-0000-4000-8000-000000000011', 'admin',
    'Your father already does the hard part. We would send the text message for him and draft the replies, and he presses Send. Can we show him on Friday?',
    '2026-10-12 14:00+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000019', '1ead0000-0000-4000-8000-000000000011', 'lead',
    'Friday is good. He has one condition: no exclamation marks.',
    '2026-10-12 21:30+00', true
  ),
  (
    '3e550000-0000-4000-8000-000000000020', '1ead0000-0000-4000-8000-000000000012', 'admin',
    'In a folder: yoursite.ca/fr. One site, one certificate, and each page points to its twin. We wrote the long answer up under Resources.',
    '2026-10-05 14:10+00', true
  )
on conflict do nothing;
